// The class below reads what the class above guards.

package locks.half_guarded.bug_subclass;

class Base {
    protected int size;

    public synchronized void add() {
        size++;
    }
}

class Below extends Base {
    public int size() {
        return size;
//             ^^^^ shared-field
    }
}
