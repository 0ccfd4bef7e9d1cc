// The anonymous class does not do what its abstraction says.

package rely.abstraction_of_a_function.bug_not_kept;

import net.jcip.annotations.ThreadSafe;

interface Source {
    int get();
}

@ThreadSafe
class Reader {
    public int read() {
        Source source = new Source() {
            //@ ensures \result > 0
//              ^^^^^^^^^^^^^^^^^^^ abstraction
            public int get() {
                return -1;
            }
        };
        int value = source.get();
        assert value > 0;
        return value;
    }
}
