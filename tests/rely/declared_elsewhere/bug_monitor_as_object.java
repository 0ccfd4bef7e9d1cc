// The monitor that the invariant is about is entered by another static type.

package rely.declared_elsewhere.bug_monitor_as_object;

import net.jcip.annotations.ThreadSafe;

class Key {
}

@ThreadSafe
class Door {
    //@ global_invariant key.holder == null
    private final Key key = new Key();

    public Object key() {
        return key;
    }
}

@ThreadSafe
class Visitor {
    public void enter(Door door) {
        if (door != null) {
            Object key = door.key();
            synchronized (key) {
//          ^^^^^^^^^^^^^^^^^^ global-invariant
            }
        }
    }
}
