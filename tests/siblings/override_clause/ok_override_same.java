// Right: the override does all that the clause says, in its own words.

package siblings.override_clause.ok_override_same;

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
        busy = false;
        notifyAll();
    }
}

class Desk {
    private final Gate gate = new Counted();

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
