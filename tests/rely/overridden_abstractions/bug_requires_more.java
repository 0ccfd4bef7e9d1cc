// A caller that knows the method above proves nothing.

package rely.overridden_abstractions.bug_requires_more;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Source {
    public int next(int last) {
        return last;
    }
}

@ThreadSafe
class Picky extends Source {
    //@ requires last > 0
    @Override
    public int next(int last) {
//             ^^^^ unsupported
        return last;
    }
}
