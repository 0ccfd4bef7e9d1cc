// One of two threads is joined, the other one may still run.

package locks.shared_without_locks.bug_one_joined;

class Main {
    private static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> System.out.println());
        Thread two = new Thread(() -> n++);
//                                    ^^^^ lock-unknown
        one.start();
        two.start();
        one.join();
        System.out.println(n);
    }
}
