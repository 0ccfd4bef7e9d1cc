// Who is refused has nothing: the result says which.

package locks.behaviour_of_trying.ok;

class Mutex {
    //@ property one: AG(!(count{m} > 1))
    //@ property counted: AG(count{m} == 1 ==> busy)
    private boolean busy;

    //@ acquires m
    synchronized boolean tryEnter() {
        if (busy) {
            return false;
        }
        busy = true;
        return true;
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
            return true;
        } finally {
            mutex.exit();
        }
    }
}
