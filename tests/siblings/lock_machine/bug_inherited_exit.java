// Wrong: the class below replaces exit() by one that does not wake: whoever waits in enter() waits for ever.

package siblings.lock_machine.bug_inherited_exit;

class Mutex {
    protected boolean busy;

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
        notifyAll();
    }
}

class Quiet extends Mutex {
    @Override
    public synchronized void exit() {
        busy = false;
    }
}

class Desk {
    private final Mutex mutex = new Quiet();

    public void work() throws InterruptedException {
        mutex.enter();
        mutex.exit();
    }
}
