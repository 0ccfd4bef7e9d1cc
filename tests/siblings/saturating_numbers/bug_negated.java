// Wrong: minus the least number is not the greatest one, with or without bounds.

package siblings.saturating_numbers.bug_negated;

class Room {
    //@ property negated: AG(-(0 - 9223372036854775807 - 1) == 9223372036854775807)
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
