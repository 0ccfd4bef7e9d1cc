// Wrong: 9223372036854775807 - (-1) is 2^63 (wrapped: the least number), not 9223372036854775807.

package siblings.saturating_numbers.bug_minus_minus;

class Room {
    //@ property minus: AG(9223372036854775807 - (0 - 1) == 9223372036854775807)
    private int n;

    //@ acquires r
    public synchronized void enter() {
        n++;
    }

    //@ releases r
    public synchronized void leave() {
        n--;
        notifyAll();
    }
}
