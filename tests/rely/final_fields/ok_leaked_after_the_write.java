// Whoever finds the object finds its field written.

package rely.final_fields.ok_leaked_after_the_write;

class Whole {
    //@ global_invariant 0 <= uses
    private int uses;
    static volatile Whole known;
    final Object part;

    Whole() {
        part = new Object();
        known = this;
    }

    public static void look() {
        Whole whole = known;
        if (whole != null) {
            whole.part.hashCode();
        }
    }
}
