// What a default method of an interface does, the class that overrides it does not.

package locks.overridden_operations.bug_default_method;

interface Latch {
    //@ acquires m
    default void enter() throws InterruptedException {
        synchronized (this) {
            while (!tryTake()) {
                wait();
            }
        }
    }

    //@ releases m
    default void leave() {
        synchronized (this) {
            giveBack();
            notifyAll();
        }
    }

    boolean tryTake();

    void giveBack();
}

class Open implements Latch {
    private boolean busy;

    @Override
    public void enter() {
//              ^^^^^ lock-unknown
    }

    @Override
    public boolean tryTake() {
        boolean wasFree = !busy;
//      ^^^^ shared-field
        busy = true;
        return wasFree;
    }

    @Override
    public void giveBack() {
        busy = false;
    }
}
