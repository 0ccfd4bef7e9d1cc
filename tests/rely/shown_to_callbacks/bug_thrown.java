// What a callback throws leads to an object whose constructor is not through.

package rely.shown_to_callbacks.bug_thrown;

class Refused extends RuntimeException {
    final Key key;

    Refused(Key key) {
        this.key = key;
    }
}

class Key {
    //@ global_invariant value > 0
    //@ writable_if false
    private int value;

    Key() {
        try {
            String.valueOf(this);
//          ^^^^^^^^^^^^^^^^^^^^ global-invariant
        } catch (Refused refused) {
            if (refused.key != null) {
                assert refused.key.value > 0;
            }
        }
        value = 1;
    }

    public String toString() {
        throw new Refused(this);
    }
}
