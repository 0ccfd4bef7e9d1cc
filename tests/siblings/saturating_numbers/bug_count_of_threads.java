// Wrong: with one thread inside, 9223372036854775807 + count{r} - count{r} compared with the sum: the sum that saturates
// loses the count. 9223372036854775807 + 1 is not 9223372036854775807 + 0.

package siblings.saturating_numbers.bug_count_of_threads;

class Room {
    //@ property lost: AG(9223372036854775807 + count{r} == 9223372036854775807)
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
