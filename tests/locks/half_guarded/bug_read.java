// One method has the lock, the other one reads without it.

package locks.half_guarded.bug_read;

class Bag {
    private int size;

    public synchronized void add() {
        size++;
    }

    public int size() {
        return size;
//      ^^^^ shared-field
    }
}
