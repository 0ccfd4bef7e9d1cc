// Right: n counts those inside, and n + 1 is greater than n.

package siblings.saturating_numbers.ok_small_sum;

class Room {
    //@ property grows: AG(n + 1 > n)
    //@ property counted: AG(n == count{r})
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
