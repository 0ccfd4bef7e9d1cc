// Wrong: next() promises a result above zero; the override gives 0. Nobody in the program uses the promise; it is broken for
// whoever calls next() on an Empty.

package siblings.override_clause.bug_ensures_unseen;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Source {
    //@ ensures \result > 0
    public int next() {
        return 1;
    }
}

class Empty extends Source {
    @Override
    public int next() {
        return 0;
    }
}
