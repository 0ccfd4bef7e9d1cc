// What a cast makes of a number is not known.

package locks.narrowing.bug_byte;

class Turns {
    //@ property positive: AG(n >= 0)
    private int n;

    //@ acquires r
    synchronized void in() {
        n = (byte) (n + 1);
//      ^^^^^^^^^^^^^^^^^^ unsupported
    }

    //@ releases r
    synchronized void out() {
        notifyAll();
    }
}
