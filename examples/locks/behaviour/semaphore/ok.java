// Three permits; whoever has one gives it back.

package locks.behaviour.semaphore.ok;

class Permits {
    //@ property at_most_three: AG(count{p} <= 3)
    //@ property none_lost: AG(free + count{p} == 3)
    //@ property never_negative: AG(free >= 0)
    //@ property some_free: AG(count{p} == 0 ==> free == 3)
    private int free = 3;

    //@ acquires p
    public synchronized void take() throws InterruptedException {
        while (free == 0) {
            wait();
        }
        free--;
    }

    //@ releases p
    public synchronized void give() {
        free++;
        notifyAll();
    }
}
