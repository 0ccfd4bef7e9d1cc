// Threads wait while nobody is inside.

package locks.behaviour.mutex.bug_guard_inverted;

class Mutex {
//    ^^^^^ lock-deadlock
    //@ property exclusive: AG(!(count{m} > 1))
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (!busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
