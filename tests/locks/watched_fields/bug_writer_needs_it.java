// Whoever sets the field waits for the lock that the loop keeps.

package locks.watched_fields.bug_writer_needs_it;

class Gate {
    private volatile boolean isOpen;

    public synchronized void await() {
        while (!isOpen) {
//              ^^^^^^ lock-unknown
            Thread.onSpinWait();
        }
    }

    public synchronized void open() {
        isOpen = true;
    }
}
