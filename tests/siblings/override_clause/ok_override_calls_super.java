// Right: the override does what the clause says, by super.

package siblings.override_clause.ok_override_calls_super;

class Gate {
    protected boolean busy;

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

class Counted extends Gate {
    private int left;

    @Override
    public synchronized void leave() {
        left++;
        super.leave();
    }
}

class Desk {
    private final Gate gate = new Counted();

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
