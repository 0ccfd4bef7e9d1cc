// Thirty threads at most are let in.

package locks.behaviour_of_permits.ok;

class Permits {
    //@ property at_most: AG(count{p} <= 30)
    private int used;

    //@ acquires p
    synchronized void take() throws InterruptedException {
        while (used >= 30) {
            wait();
        }
        used++;
    }

    //@ releases p
    synchronized void give() {
        used--;
        notify();
    }
}
