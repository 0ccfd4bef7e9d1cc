// The class below changes nothing of the lock.

package locks.abstract_lock_class.ok;

abstract class Gate {
    private boolean busy;

    abstract String name();

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
        notifyAll();
    }
}

class Front extends Gate {
    @Override
    String name() {
        return "front";
    }
}

class Desk {
    private final Gate gate = new Front();

    public String work() throws InterruptedException {
        gate.enter();
        gate.leave();
        return gate.name();
    }
}
