// A number that is larger than those that are computed with is not cut off.

package locks.behaviour_of_exact_numbers.bug_too_large;

class Mutex {
    //@ property too_large: AG(count{m} < 340282366920938463463374607431768211455)
//                      ^^^^^ unsupported
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
