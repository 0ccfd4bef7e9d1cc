// Wrong: enter() of the class below does not wait: two threads are in work() at once, both raise `n`, and one count is lost,
// although `n` needs the mode.

package siblings.override_clause.bug_enters_without_waiting;

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

class Open extends Gate {
    @Override
    public synchronized void enter() {
    }
}

class Desk {
    private final Gate gate = new Open();
    //@ needs gate.m
    private int n;

    public void work() throws InterruptedException {
        gate.enter();
        try {
            n++;
        } finally {
            gate.leave();
        }
    }
}
