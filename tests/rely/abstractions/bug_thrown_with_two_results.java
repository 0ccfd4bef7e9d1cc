// A method that throws has no result that all its actions agree on.

package rely.abstractions.bug_thrown_with_two_results;

class Pair {
    //@ unwritable_by_env_if holder == tid
    private int first;
    //@ unwritable_by_env_if holder == tid
    private int second;

    /*@ requires holder == tid && first == 0 && second == 0
        action: also_modifies first ensures first == \result
        action: also_modifies second ensures second == \result */
    private int both() {
        first = 1;
        second = 2;
        throw new RuntimeException();
    }

    public synchronized void go() {
        first = 0;
        second = 0;
        try {
            both();
        } catch (RuntimeException refused) {
            //@ assert first != 1 || second != 2
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        }
    }
}
