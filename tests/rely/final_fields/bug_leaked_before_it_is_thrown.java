// The constructor lets the object out and gives up: the field is never written.

package rely.final_fields.bug_leaked_before_it_is_thrown;

class Half {
    //@ global_invariant 0 <= uses
    private int uses;
    static volatile Half known;
    final Object part;

    Half(boolean isBroken) {
        if (isBroken) {
            known = this;
            throw new IllegalStateException();
        }
        part = new Object();
    }

    public static void look() {
        Half half = known;
        if (half != null) {
            half.part.hashCode();
//          ^^^^^^^^^^^^^^^^^^^^ implicit-exception
        }
    }
}
