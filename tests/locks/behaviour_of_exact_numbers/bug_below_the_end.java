// The least `long` has an opposite, which is not the largest `long`.

package locks.behaviour_of_exact_numbers.bug_below_the_end;

class Mutex {
    //@ property opposite: AG(0 - -9223372036854775808 == 9223372036854775807)
//                      ^^^^^ lock-property
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
