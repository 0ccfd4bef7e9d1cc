// The invariant is about monitors of another class.

package rely.declared_elsewhere.ok_other_monitor;

import net.jcip.annotations.ThreadSafe;

class Key {
}

class Ticket {
}

@ThreadSafe
class Door {
    //@ global_invariant key.holder == null
    private final Key key = new Key();
}

@ThreadSafe
class Visitor {
    private final Ticket ticket = new Ticket();

    public void enter() {
        synchronized (ticket) {
        }
    }
}
