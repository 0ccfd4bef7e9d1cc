// Right: the monitor is held for each use.

package siblings.half_guarded.ok_all_guarded;

class Bag {
    private int n;

    public synchronized void add() {
        n++;
    }

    public synchronized int size() {
        return n;
    }
}
