// Who ends the program waits for the threads that run then, and keeps the lock that one of them needs.

package locks.run_by_the_caller.bug_at_the_end;

class Program {
    private static final Object lock = new Object();
    private static int count;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> count()));
        synchronized (lock) {
            System.exit(count);
//          ^^^^^^^^^^^^^^^^^^ lock-unknown
        }
    }

    private static void count() {
        synchronized (lock) {
            count++;
        }
    }
}
