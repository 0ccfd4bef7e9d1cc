// The clauses stand at the method that has a body.

package rely.clauses_of_interfaces.ok;

import net.jcip.annotations.ThreadSafe;

interface Source {
    int get();
}

class One implements Source {
    //@ ensures \result > 0
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
        assert value > 0;
        return value;
    }
}
