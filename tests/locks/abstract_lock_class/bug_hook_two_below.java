// The hook is overridden two classes below, in a class without a name.

package locks.abstract_lock_class.bug_hook_two_below;

abstract class Gate {
    private int inside;

    protected abstract int most();

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (inside >= most()) {
            wait();
        }
        inside++;
    }

    //@ releases m
    public synchronized void leave() {
        inside--;
        notifyAll();
    }
}

abstract class Narrow extends Gate {
}

class Desk {
    private final Gate gate = new Narrow() {
//                                ^^^^^^ lock-unknown
        @Override
        protected int most() {
            return 0;
        }
    };

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
