// The exit forgets to open the lock.

package locks.behaviour.mutex.bug_exit_keeps_it_busy;

class Mutex {
//    ^^^^^ lock-deadlock
    //@ property exclusive: AG(!(count{m} > 1))
    //@ property free_means_nobody: AG(!busy ==> count{m} == 0)
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        notifyAll();
    }
}
