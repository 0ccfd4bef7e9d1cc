// The override does not keep the promise about the result.

package rely.overridden_abstractions.bug_promises_less;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Source {
    //@ ensures \result > 0
//      ^^^^^^^^^^^^^^^^^^^ abstraction
    public int next() {
        return 1;
    }
}

@ThreadSafe
class Dry extends Source {
    @Override
    public int next() {
        return 0;
    }
}
