// Wrong: thread 1 is inside, thread 2 waits in enter(); thread 1 leaves and wakes nobody: thread 2 waits for ever.

package siblings.lock_machine.bug_exit_wakes_nobody;

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
        busy = false;
    }
}

class Desk {
    private final Mutex mutex = new Mutex();

    public void work() throws InterruptedException {
        mutex.enter();
        mutex.exit();
    }
}
