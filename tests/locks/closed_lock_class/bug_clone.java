// The copy of a mutex that is taken is taken by nobody.

package locks.closed_lock_class.bug_clone;

class Mutex implements Cloneable {
//    ^^^^^ unsupported
    //@ property taken_by_one: AG(busy ==> count{m} == 1)
    private boolean busy;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }

    @Override
    public synchronized Mutex clone() throws CloneNotSupportedException {
        return (Mutex) super.clone();
    }
}
