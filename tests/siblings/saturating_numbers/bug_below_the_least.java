// Wrong: -9223372036854775807 - 2 is not -9223372036854775807 - 1, with or without bounds.

package siblings.saturating_numbers.bug_below_the_least;

class Room {
    //@ property equal: AG(0 - 9223372036854775807 - 2 == 0 - 9223372036854775807 - 1)
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
