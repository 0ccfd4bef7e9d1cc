// A lock that promises nothing but its modes is checked for threads that wait for ever.

package locks.waiting_without_properties.ok;

class Mutex {
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
}
