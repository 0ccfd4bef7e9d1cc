// A finaliser runs in a thread of its own, and shares what it uses under a lock, or uses what only it does.

package locks.finalizers.ok;

class Handle {
    private static int open;
    private int uses;
    private int rounds;
    private boolean closed;

    public Handle() {
        synchronized (Handle.class) {
            open++;
        }
    }

    public synchronized void use() {
        if (!closed) {
            uses++;
        }
    }

    public synchronized void close() {
        closed = true;
        uses = 0;
    }

    @Override
    protected void finalize() {
        rounds++;
        close();
        synchronized (Handle.class) {
            open -= rounds;
        }
    }
}
