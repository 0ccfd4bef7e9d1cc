// One who enters is said to have the mode, and no method gives it back.

package locks.words_of_clauses.bug_never_released;

class Mutex {
    private boolean busy;

    //@ acquires m
//  ^^^^^^^^^^^^^^ lock-annotation
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}
