// The library hashes an object whose constructor is not through.

package rely.shown_to_callbacks.bug_half_built;

import java.util.Set;

class Key {
    //@ global_invariant value > 0
    //@ writable_if false
    private int value;

    Key(int value, Set<Object> known) {
        if (known != null) {
            known.contains(this);
//          ^^^^^^^^^^^^^^^^^^^^ global-invariant
        }
        this.value = value > 0 ? value : 1;
    }

    public int hashCode() {
        return 100 / value;
    }
}
