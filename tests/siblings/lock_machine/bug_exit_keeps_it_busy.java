// Wrong: exit() wakes everybody, but busy stays true: the second thread waits for ever, although nobody is inside.

package siblings.lock_machine.bug_exit_keeps_it_busy;

class Mutex {
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
