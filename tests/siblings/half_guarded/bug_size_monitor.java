// Wrong: size() reads n without the monitor that add() writes it with: a race; a thread may for ever see 0.

package siblings.half_guarded.bug_size_monitor;

class Bag {
    private int n;

    public synchronized void add() {
        n++;
    }

    public int size() {
        return n;
    }
}
