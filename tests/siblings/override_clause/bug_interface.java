// Wrong: the clauses are the interface's; the class that implements it never excludes anybody: two threads are inside.

package siblings.override_clause.bug_interface;

interface Gate {
    //@ acquires m
    void enter();

    //@ releases m
    void leave();
}

class Open implements Gate {
    private int inside;

    @Override
    public synchronized void enter() {
        inside++;
    }

    @Override
    public void leave() {
    }
}

class Desk {
    private final Gate gate = new Open();

    public void work() {
        gate.enter();
        gate.leave();
    }
}
