// The body of a thread is run at once, with a lock held.

package locks.functions_in_fields.bug_thread;

class Tasks {
    private static final Object TASKS = new Object();
    private static final Object MARKS = new Object();
    private int count;

    public void runNow() {
        Thread thread = new Thread(() -> {
            synchronized (MARKS) {
//                        ^^^^^ lock-order
                count++;
            }
        });
        synchronized (TASKS) {
            thread.run();
        }
    }

    public void clear() {
        synchronized (MARKS) {
            synchronized (TASKS) {
                count = 0;
            }
        }
    }
}
