// The resource is made once, by the first thread that asks for it.

package rely.lazy_initialisation.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Resource {
}

@ThreadSafe
class Lazy {
    //@ env_assumption \old(resource) != null ==> resource == \old(resource)
    @GuardedBy("this") private Resource resource;

    //@ modifies resource
    //@ ensures \result != null
    public synchronized Resource get() {
        if (resource == null) {
            resource = new Resource();
        }
        return resource;
    }
}
