// The finaliser holds no lock, whatever the thread that gave the object up has held.

package locks.finalizers.bug_without_the_lock;

class Handle {
    private static int open;

    public Handle() {
        synchronized (Handle.class) {
            open++;
        }
    }

    public static synchronized int open() {
        return open;
    }

    @Override
    protected void finalize() {
        open--;
//      ^^^^ shared-field
    }
}
