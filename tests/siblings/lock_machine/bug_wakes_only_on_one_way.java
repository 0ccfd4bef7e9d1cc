// Wrong: exit() wakes only when it was told to; a caller of exit(false) leaves the waiting thread asleep for ever.

package siblings.lock_machine.bug_wakes_only_on_one_way;

class Mutex {
    private boolean busy;

    private void tell(boolean loud) {
        if (loud) {
            notifyAll();
        }
    }

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit(boolean loud) {
        busy = false;
        tell(loud);
    }
}
