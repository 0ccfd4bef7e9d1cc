// Wrong: work() has a Broken gate: enter() takes the mode, leave() gives nothing back; the second caller waits for ever.

package siblings.override_clause.bug_leaves_nothing;

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

class Broken extends Gate {
    @Override
    public synchronized void leave() {
    }
}

class Desk {
    private final Gate gate = new Broken();

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
