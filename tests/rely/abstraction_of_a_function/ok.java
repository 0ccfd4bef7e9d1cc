// An anonymous class whose method has an abstraction: it is checked, and callers believe it.

package rely.abstraction_of_a_function.ok;

import net.jcip.annotations.ThreadSafe;

interface Source {
    int get();
}

@ThreadSafe
class Reader {
    public int read() {
        Source source = new Source() {
            //@ ensures \result > 0
            public int get() {
                return 1;
            }
        };
        int value = source.get();
        assert value > 0;
        return value;
    }
}
