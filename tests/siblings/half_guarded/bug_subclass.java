// Wrong: the class below resets the counter without the monitor: reset() between the read and the write of add() is lost.

package siblings.half_guarded.bug_subclass;

class Base {
    protected int n;

    public synchronized void add() {
        n++;
    }
}

class Below extends Base {
    public void reset() {
        n = 0;
    }
}
