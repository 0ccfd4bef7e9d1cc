// Wrong: twice the greatest number is not three times the greatest number (wrapped: -2 and 9223372036854775805).

package siblings.saturating_numbers.bug_twice;

class Room {
    //@ property both: AG(9223372036854775807 + 9223372036854775807 == 9223372036854775807 + 9223372036854775807 + 9223372036854775807)
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
