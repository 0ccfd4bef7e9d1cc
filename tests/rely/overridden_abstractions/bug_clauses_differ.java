// Both have clauses, and they are not compared.

package rely.overridden_abstractions.bug_clauses_differ;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Source {
    //@ ensures \result > 0
    public int next() {
        return 1;
    }
}

@ThreadSafe
class Other extends Source {
    //@ ensures \result >= 0
    @Override
    public int next() {
//             ^^^^ unsupported
        return 0;
    }
}
