// An object of a class below is known to others before it is what the class above says.

package rely.declared_elsewhere.bug_published_subclass;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Tank {
    //@ global_invariant size > 0
    protected final int size;

    Tank(int size) {
        this.size = size;
    }
}

@ThreadSafe
class Small extends Tank {
    Small(int size) {
        super(size);
    }
}

@ThreadSafe
class Yard {
    private volatile Tank last;

    public void add() {
        Small small = new Small(0);
        last = small;
//      ^^^^^^^^^^^^ global-invariant
    }
}
