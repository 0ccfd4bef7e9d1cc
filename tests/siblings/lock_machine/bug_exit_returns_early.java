// Wrong: exit(0) returns before it has cleared `busy`: the thread is out, the lock stays taken, all others wait for ever.

package siblings.lock_machine.bug_exit_returns_early;

class Mutex {
    private boolean busy;
    private int exits;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit(int code) {
        if (code == 0) {
            exits++;
            return;
        }
        busy = false;
        notifyAll();
    }
}
