// Everybody is let in.

package locks.behaviour.mutex.bug_no_guard;

class Mutex {
    //@ property exclusive: AG(!(count{m} > 1))
//                          ^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property first_step: AX(busy ==> count{m} == 1)
    //@ property free_until_taken: AW(!busy, count{m} == 1)
    private boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
