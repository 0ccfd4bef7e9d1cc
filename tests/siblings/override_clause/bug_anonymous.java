// Wrong: the anonymous class below gives back nothing on one way: leave() of a gate that is closed forgets the release.

package siblings.override_clause.bug_anonymous;

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
    private final Gate gate = new Gate() {
        private int left;

        @Override
        public synchronized void leave() {
            left++;
            if (left < 3) {
                super.leave();
            }
        }
    };

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
