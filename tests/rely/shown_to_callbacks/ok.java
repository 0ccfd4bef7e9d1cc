// A callback is run on an object that is as its class says.

package rely.shown_to_callbacks.ok;

import java.util.Set;

class Key {
    //@ global_invariant value > 0
    //@ writable_if false
    private int value;

    Key(int value, Set<Object> known) {
        this.value = value > 0 ? value : 1;
        if (known != null) {
            known.contains(this);
        }
    }

    public int hashCode() {
        return 100 / value;
    }
}
