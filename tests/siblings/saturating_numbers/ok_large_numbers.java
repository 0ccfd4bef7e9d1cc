// Right in unbounded numbers, and in numbers of 64 bits too: nothing overflows.

package siblings.saturating_numbers.ok_large_numbers;

class Room {
    //@ property large: AG(4611686018427387903 + 4611686018427387904 == 9223372036854775807)
    //@ property less: AG(9223372036854775806 < 9223372036854775807)
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
