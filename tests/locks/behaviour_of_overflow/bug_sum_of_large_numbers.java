// What the guard adds leaves its type at once: the sum is less than zero.

package locks.behaviour_of_overflow.bug_sum_of_large_numbers;

//@ property right: AG(!wrong)
class Lock {
    private int limit = 2147483647;
    private boolean wrong;

    //@ acquires m
    synchronized void enter() {
        if (limit + 1 < 0) {
//          ^^^^^^^^^^^^^ unsupported
            wrong = true;
        }
    }

    //@ releases m
    synchronized void leave() {
    }
}
