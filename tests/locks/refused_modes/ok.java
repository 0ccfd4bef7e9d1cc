// Who is refused has not got the mode.

package locks.refused_modes.ok;

class Mutex {
    //@ property one: AG(!(count{m} > 1))
    //@ property busy: AG(count{m} == 1 ==> busy)
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
        notifyAll();
    }
}
