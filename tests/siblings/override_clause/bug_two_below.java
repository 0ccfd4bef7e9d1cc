// Wrong: the override two classes below forgets the release; the one in between is right.

package siblings.override_clause.bug_two_below;

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

class Middle extends Gate {
    @Override
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}

class Lowest extends Middle {
    @Override
    public synchronized void leave() {
        notifyAll();
    }
}

class Desk {
    private final Gate gate = new Lowest();

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
