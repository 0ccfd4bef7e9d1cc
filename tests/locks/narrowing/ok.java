// What counts threads does not overflow.

package locks.narrowing.ok;

class Turns {
    //@ property positive: AG(n >= 0)
    private int n;

    //@ acquires r
    synchronized void in() {
        n = n + 1;
    }

    //@ releases r
    synchronized void out() {
        n = n - 1;
        notifyAll();
    }
}
