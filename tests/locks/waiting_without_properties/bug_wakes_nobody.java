// Who leaves does not wake those who wait.

package locks.waiting_without_properties.bug_wakes_nobody;

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
//                    ^^^^ missing-notify
        busy = false;
    }
}
