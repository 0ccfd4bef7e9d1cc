// The monitor of the desk is not its key.

package rely.lock_in_another_object.bug_lock_of_the_desk;

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
        synchronized (desk) {
            desk.papers = 0;
//          ^^^^^^^^^^^^^^^ write-not-allowed
        }
    }
}
