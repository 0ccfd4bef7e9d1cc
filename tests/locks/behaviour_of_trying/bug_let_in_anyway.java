// Who finds it busy is told that he has it.

package locks.behaviour_of_trying.bug_let_in_anyway;

class Mutex {
    //@ property one: AG(!(count{m} > 1))
//                ^^^^^^^^^^^^^^^^^^ lock-property
    private boolean busy;

    //@ acquires m
    synchronized boolean tryEnter() {
        boolean isFree = !busy;
        busy = true;
        return isFree || busy;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
    }
}

class Archive {
    private final Mutex mutex = new Mutex();
    //@ needs mutex.m
    private int files;

    public boolean add() {
        if (!mutex.tryEnter()) {
            return false;
        }
        try {
            files++;
//          ^^^^^^^ lock-unknown
            return true;
        } finally {
            mutex.exit();
        }
    }
}
