// The first test needs no lock, because what is there stays; the second one is made under the lock.

package rely.double_checked_locking.ok;

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
                found = service;
                if (found == null) {
                    found = new Service(80);
                    service = found;
                }
            }
        }
        return found;
    }
}
