// Who leaves waits until all have left, and has itself entered twice.

package locks.waiting_release.bug_entered_twice;

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

    public void twice() {
        group.enter();
        group.enter();
        group.leave();
//      ^^^^^^^^^^^^^ lock-unknown
        group.leave();
    }
}
