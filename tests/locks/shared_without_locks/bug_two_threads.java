// Two threads count with no lock at all.

package locks.shared_without_locks.bug_two_threads;

class Main {
    private static int n;

    public static void main(String[] args) {
        Runnable count = () -> n++;
//                             ^^^^ lock-unknown
        new Thread(count).start();
        new Thread(count).start();
    }
}
