// What the thread of the initialiser and `main` share has a lock.

package locks.started_by_initialisers.ok;

class Program {
    private static final Object LOCK = new Object();
    private static int n;

    static {
        new Thread(Program::work).start();
    }

    private static void work() {
        synchronized (LOCK) {
            n++;
        }
    }

    public static void main(String[] args) {
        synchronized (LOCK) {
            n++;
        }
    }
}
