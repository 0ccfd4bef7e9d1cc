// Wrong: the clauses stand on a class whose operations call a hook; the override of the hook forgets to clear the flag: the
// second caller waits for ever.

package siblings.override_clause.bug_abstract_base;

abstract class Gate {
    protected boolean busy;

    protected abstract void clear();

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void leave() {
        clear();
        notifyAll();
    }
}

class Forgetful extends Gate {
    @Override
    protected void clear() {
    }
}

class Desk {
    private final Gate gate = new Forgetful();

    public void work() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
