// A number that is one more than the largest `long` is not the largest `long`.

package locks.behaviour_of_exact_numbers.bug_past_the_end;

class Mutex {
    //@ property same: AG(9223372036854775807 + 1 == 9223372036854775807)
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
