// Wrong: 9223372036854775808 is not 9223372036854775807.

package siblings.saturating_numbers.bug_literal_too_long;

class Room {
    //@ property long: AG(9223372036854775808 == 9223372036854775807)
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
