// The class above reads what the class below guards.

package locks.half_guarded.bug_superclass;

class Base {
    protected int size;

    public int size() {
        return size;
//             ^^^^ shared-field
    }
}

class Below extends Base {
    public synchronized void add() {
        size++;
    }
}
