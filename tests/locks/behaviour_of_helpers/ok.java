// What the lock asks and does is in methods of its own.

package locks.behaviour_of_helpers.ok;

class ReadWrite {
    //@ property exclusive: AG(writing ==> readers == 0)
    private boolean writing;
    private int readers;

    private boolean mayRead() {
        return !writing;
    }

    private boolean mayWrite() {
        return mayRead() && isBelow(1);
    }

    private boolean isBelow(int most) {
        return readers < most;
    }

    private void leave() {
        assert readers > 0;
        readers--;
        notifyAll();
    }

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (!mayRead()) {
            wait();
        }
        readers++;
    }

    //@ releases r
    synchronized void readExit() {
        leave();
    }

    //@ acquires w
    synchronized void writeEnter() {
        boolean interrupted = false;
        while (!mayWrite()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        writing = true;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    //@ releases w
    synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}
