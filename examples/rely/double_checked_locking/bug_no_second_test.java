// The thread that waited for the lock replaces what is there.

package rely.double_checked_locking.bug_no_second_test;

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
    public Service get() {
        Service found = service;
        if (found == null) {
            synchronized (this) {
                found = new Service(80);
                service = found;
//              ^^^^^^^^^^^^^^^ environment
            }
        }
        return found;
    }
}
