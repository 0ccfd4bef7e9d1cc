// Each left side is true at some time.

package locks.behaviour_of_implications.ok;

class Mutex {
    //@ property counted: AG((busy ==> count{m} == 1) && (count{m} == 0 ==> !busy))
    private boolean busy;
    private int waiting;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        waiting++;
        try {
            while (busy) {
                wait();
            }
        } finally {
            waiting--;
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
