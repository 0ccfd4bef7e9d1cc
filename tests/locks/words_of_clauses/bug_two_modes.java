// What is given back is not what was taken.

package locks.words_of_clauses.bug_two_modes;

class Mutex {
    private boolean busy;

    //@ acquires writer
//  ^^^^^^^^^^^^^^^^^^^ lock-annotation
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases wirter
//  ^^^^^^^^^^^^^^^^^^^ lock-annotation
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}
