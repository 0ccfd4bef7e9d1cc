// Wrong: in the first state n == 0; n + 9223372036854775807 + 1 is not n + 9223372036854775807. The formula is under AW.

package siblings.saturating_numbers.bug_until;

class Room {
    //@ property weak: AW(n + 9223372036854775807 + 1 == n + 9223372036854775807, n == 1)
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
