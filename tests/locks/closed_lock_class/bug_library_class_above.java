// Who joins the thread waits at its monitor, and takes a wake-up that is meant for others.

package locks.closed_lock_class.bug_library_class_above;

class Mutex extends Thread {
//    ^^^^^ unsupported
    //@ property one: AG(count{m} <= 1)
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
        notify();
    }

    @Override
    public void run() {
    }
}

class User {
    private final Mutex mutex = new Mutex();

    public void waitForIt() throws InterruptedException {
        mutex.start();
        mutex.join();
    }

    public void use() throws InterruptedException {
        mutex.enter();
        mutex.exit();
    }
}
