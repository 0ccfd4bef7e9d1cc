// Right: the private helper has no lock of its own; both callers hold the monitor.

package siblings.half_guarded.ok_helper_under_lock;

class Bag {
    private int n;

    private void change(int by) {
        n += by;
    }

    public synchronized void add() {
        change(1);
    }

    public synchronized void drop() {
        change(-1);
    }
}
