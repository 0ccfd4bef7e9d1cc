// The second left side is never true.

package locks.behaviour_of_implications.bug_one_is_never_true;

class Mutex {
    //@ property counted: AG((busy ==> count{m} == 1) && (count{m} > 1 ==> !busy))
//                                                          ^^^^^^^^^^^^ lock-vacuous
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
