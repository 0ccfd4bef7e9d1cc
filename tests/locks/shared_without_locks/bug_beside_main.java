// The thread of `main` reads before it has joined the other.

package locks.shared_without_locks.bug_beside_main;

class Main {
    private int n;

    public static void main(String[] args) throws InterruptedException {
        Main main = new Main();
        Thread counting = new Thread(() -> main.n++);
//                                         ^^^^ lock-unknown
        counting.start();
        System.out.println(main.n);
        counting.join();
    }
}
