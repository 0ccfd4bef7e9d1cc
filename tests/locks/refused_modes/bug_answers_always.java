// Who should be refused gets the mode.

package locks.refused_modes.bug_answers_always;

class Mutex {
    //@ property one: AG(!(count{m} > 1))
//               ^^^^^^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property busy: AG(count{m} == 1 ==> busy)
//               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-property
    private boolean busy;

    //@ acquires m
    synchronized boolean tryEnter() {
        if (busy) {
            return true;
        }
        busy = true;
        return true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
