// Operators on small numbers work on `int`, in annotations too.

package rely.values.bug_small_numbers;

class Bits {
    //@ global_invariant 0 <= uses
    static int uses;

    public static void shift(byte low) {
        if (low == 1) {
            //@ assert (low << 8) == 0
//              ^^^^^^ java-assertion
            uses = 0;
        }
    }
}
