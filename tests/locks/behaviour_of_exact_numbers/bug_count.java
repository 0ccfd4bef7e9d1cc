// A count and a large number are more than the large number.

package locks.behaviour_of_exact_numbers.bug_count;

class Mutex {
    //@ property no_more: AG(count{m} + 9223372036854775807 <= 9223372036854775807)
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
