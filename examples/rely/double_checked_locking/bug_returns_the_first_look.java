// What was found at first is returned, even if it was nothing.

package rely.double_checked_locking.bug_returns_the_first_look;

import net.jcip.annotations.ThreadSafe;

class Service {
    final int port;

    Service(int port) {
        this.port = port;
    }
}

@ThreadSafe
class Registry {
    //@ env_assumption \old(service) != null ==> service == \old(service)
    //@ unwritable_by_env_if holder == tid
    private volatile Service service;

    //@ modifies service
    //@ ensures \result != null
//      ^^^^^^^^^^^^^^^^^^^^^^^ abstraction
    public Service get() {
        Service found = service;
        if (found == null) {
            synchronized (this) {
                if (service == null) {
                    service = new Service(80);
                }
            }
        }
        return found;
    }
}
