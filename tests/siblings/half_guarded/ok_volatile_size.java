// Right: written under the monitor; the read without it is one of a volatile.

package siblings.half_guarded.ok_volatile_size;

class Bag {
    private volatile int n;

    public synchronized void add() {
        n++;
    }

    public int size() {
        return n;
    }
}
