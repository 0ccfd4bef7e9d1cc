// Nobody is let in any more when thirty have been there.

package locks.behaviour_of_permits.bug_none_comes_back;

class Permits {
//    ^^^^^^^ lock-deadlock
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
        notify();
    }
}
