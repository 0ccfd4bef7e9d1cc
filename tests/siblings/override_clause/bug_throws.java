// Wrong: the override of leave() always throws (and the caller ignores that): the mode is never given back.

package siblings.override_clause.bug_throws;

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

class Never extends Gate {
    @Override
    public synchronized void leave() {
        throw new UnsupportedOperationException();
    }
}

class Desk {
    private final Gate gate = new Never();

    public void work() throws InterruptedException {
        gate.enter();
        try {
            gate.leave();
        } catch (UnsupportedOperationException e) {
            return;
        }
    }
}
