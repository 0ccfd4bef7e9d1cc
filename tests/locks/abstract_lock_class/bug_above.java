// The operations of the abstract class wake nobody up; the class below has none of its own.

package locks.abstract_lock_class.bug_above;

abstract class Gate {
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void leave() {
//                           ^^^^^ missing-notify
        busy = false;
    }
}

class Front extends Gate {
}

class Desk {
    private final Gate gate = new Front();

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
