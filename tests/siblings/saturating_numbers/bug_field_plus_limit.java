// Wrong: with one thread inside n == 1, and n + 9223372036854775807 is 9223372036854775808 (or, wrapped, negative); it is
// not 9223372036854775807.

package siblings.saturating_numbers.bug_field_plus_limit;

class Room {
    //@ property never_more: AG(n + 9223372036854775807 == 9223372036854775807)
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
