// A number that no `int` can hold becomes the largest `int`, but by way of `long` its last bits.

package rely.values.bug_far_out_of_range;

class Scale {
    //@ global_invariant 0 <= uses
    static int uses;

    public static void weigh(double weight) {
        int directly = (int) weight;
        int byLong = (int) (long) weight;
        assert directly == byLong;
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
