// Wrong: the anonymous gate leaves without a release: the second caller of work() waits for ever.

package siblings.override_clause.bug_anonymous_forgets;

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

class Desk {
    private int left;
    private final Gate gate = new Gate() {
        @Override
        public void leave() {
        }
    };

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
