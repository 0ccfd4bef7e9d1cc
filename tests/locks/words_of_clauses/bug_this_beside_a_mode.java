// Also in a class with modes, `this` is the monitor, which nobody takes here.

package locks.words_of_clauses.bug_this_beside_a_mode;

class Mutex {
    private boolean busy;

    //@ acquires m, this
    public synchronized void enter() throws InterruptedException {
//                           ^^^^^ lock-contract
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}
