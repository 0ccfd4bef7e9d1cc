// Wrong: the override does not keep the inherited `ensures`: next() of the class below gives -1, and use() divides by zero.

package siblings.override_clause.bug_ensures_less;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Source {
    //@ ensures \result > 0
    public int next() {
        return 1;
    }

    public int use() {
        int n = next();
        //@ assert n > 0
        return 10 / n;
    }
}

class Empty extends Source {
    @Override
    public int next() {
        return 0;
    }
}
