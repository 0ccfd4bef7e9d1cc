// A thread whose body is run at once.

package locks.functions_in_fields.ok_thread;

class Tasks {
    private static final Object TASKS = new Object();
    private static final Object MARKS = new Object();
    private int count;

    public void runNow() {
        Thread thread = new Thread(() -> {
            synchronized (MARKS) {
                count++;
            }
        });
        synchronized (TASKS) {
            thread.run();
        }
    }

    public void clear() {
        synchronized (TASKS) {
            synchronized (MARKS) {
                count = 0;
            }
        }
    }
}
