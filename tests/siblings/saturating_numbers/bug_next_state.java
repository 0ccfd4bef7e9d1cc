// Wrong: after any step, n + 9223372036854775807 + 1 is not 9223372036854775807 + n: under AX, with a field that cancels.

package siblings.saturating_numbers.bug_next_state;

class Room {
    //@ property next: AX(n + 9223372036854775807 + 1 == 9223372036854775807 + n)
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
