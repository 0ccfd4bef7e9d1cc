// The resource is thrown away again.

package rely.lazy_initialisation.bug_forgotten;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Resource {
}

@ThreadSafe
class Lazy {
    //@ env_assumption \old(resource) != null ==> resource == \old(resource)
    @GuardedBy("this") private Resource resource;

    public synchronized void forget() {
        resource = null;
//      ^^^^^^^^^^^^^^^ environment
    }

    //@ modifies resource
    //@ ensures \result != null
    public synchronized Resource get() {
        if (resource == null) {
            resource = new Resource();
        }
        return resource;
    }
}
