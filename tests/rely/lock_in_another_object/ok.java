// The lock of one object guards the fields of another.

package rely.lock_in_another_object.ok;

import net.jcip.annotations.ThreadSafe;

class Desk {
    final Object key = new Object();
    //@ unwritable_by_env_if key.holder == tid
    //@ readable_if key.holder == tid
    int papers;
}

@ThreadSafe
class Office {
    private final Desk desk = new Desk();

    public void add() {
        synchronized (desk.key) {
            int before = desk.papers;
            int after = before + 1;
            desk.papers = after;
            //@ assert desk.papers == after
        }
    }
}
