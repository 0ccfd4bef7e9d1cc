// A field that holds the largest `long` is less than itself and one more.

package locks.behaviour_of_exact_numbers.bug_largest_field;

class Mutex {
    //@ property no_more: AG(last + 1 <= last)
//                      ^^^^^ lock-property
    private boolean busy;
    private long last = 9223372036854775807L;

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
