// The class below acquires another mode than the one in whose place it is called.

package locks.overridden_operations.bug_another_mode;

class Gate {
    private final java.util.concurrent.locks.ReentrantReadWriteLock lock =
        new java.util.concurrent.locks.ReentrantReadWriteLock();

    //@ acquires w
    public void enter() {
        lock.writeLock().lock();
    }

    //@ releases w
    public void leave() {
        lock.writeLock().unlock();
    }

    //@ acquires r
    public void enterShared() {
        lock.readLock().lock();
    }

    //@ releases r
    public void leaveShared() {
        lock.readLock().unlock();
    }
}

class Weak extends Gate {
    //@ acquires r
    @Override
    public void enter() {
//              ^^^^^ lock-contract
        super.enterShared();
    }

    //@ releases r
    @Override
    public void leave() {
//              ^^^^^ lock-contract
        super.leaveShared();
    }
}
