// Who leaves waits until all have left.

package locks.waiting_release.ok;

class Group {
    private int inside;

    //@ acquires member
    synchronized void enter() {
        inside++;
    }

    //@ releases member
    synchronized void leave() {
        inside--;
        notifyAll();
        while (inside > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                // It looks again.
            }
        }
    }
}

class Guests {
    private final Group group = new Group();

    public void once() {
        group.enter();
        group.leave();
    }
}
