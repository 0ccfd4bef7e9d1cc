// What an interface says of a method is not shown of those that implement it.

package rely.clauses_of_interfaces.bug_at_the_interface;

import net.jcip.annotations.ThreadSafe;

interface Source {
    //@ ensures \result > 0
//      ^^^^^^^^^^^^^^^^^^^ unsupported
    int get();
}

class One implements Source {
    public int get() {
        return 1;
    }
}

@ThreadSafe
class Reader {
    public int read(Source source) {
        if (source == null) {
            return 1;
        }
        int value = source.get();
        return value;
    }
}
