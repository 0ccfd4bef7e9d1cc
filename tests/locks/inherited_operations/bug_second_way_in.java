// Whoever forces the door does not ask whether somebody is there.

package locks.inherited_operations.bug_second_way_in;

interface Door {
    //@ acquires m
    default void force() {
    }
}

class Mutex implements Door {
    //@ property one: AG(count{m} <= 1)
//                    ^^^^^^^^^^^^^^^^ lock-property
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
