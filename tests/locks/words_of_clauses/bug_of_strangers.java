// The two halves of the mode are in classes that have no object in common.

package locks.words_of_clauses.bug_of_strangers;

class Entrance {
    private boolean busy;

    //@ acquires m
//  ^^^^^^^^^^^^^^ lock-annotation
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }
}

class Exit {
    private boolean busy;

    //@ releases m
//  ^^^^^^^^^^^^^^ lock-annotation
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}
