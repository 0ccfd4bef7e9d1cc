// What is thrown in the handler is not what was caught.

package locks.behaviour_of_interrupts.bug_another_exception_is_thrown;

class Mutex {
    //@ property one: AG(count{m} <= 1)
//                    ^^^^^^^^^^^^^^^^^ lock-property
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            try {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            } catch (IllegalStateException e) {
                busy = false;
                throw e;
            }
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
