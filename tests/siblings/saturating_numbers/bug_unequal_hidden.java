// Wrong: for n == 0 the left side is 2^63 + 1 and the right side 2^63: the right side of ==> is false and its left true.

package siblings.saturating_numbers.bug_unequal_hidden;

class Room {
    //@ property implied: AG(n >= 0 ==> n + 9223372036854775807 + 2 - n == 9223372036854775807 + 1)
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
