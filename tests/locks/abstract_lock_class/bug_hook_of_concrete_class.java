// The class below overrides what an operation of the class above calls.

package locks.abstract_lock_class.bug_hook_of_concrete_class;

class Gate {
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
        busy = false;
        wake();
    }

    protected void wake() {
        notifyAll();
    }
}

class Silent extends Gate {
//    ^^^^^^ lock-unknown
    @Override
    protected void wake() {
    }
}

class Desk {
    private final Gate gate = new Silent();

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
