// Wrong: three threads take all permits, free == 0; give() counts up only if free > 0, so free stays 0: nobody is inside and
// everybody waits for ever.

package siblings.lock_machine.bug_lost_permit;

class Permits {
    private int free = 3;

    //@ acquires p
    public synchronized void take() throws InterruptedException {
        while (free == 0) {
            wait();
        }
        free--;
    }

    //@ releases p
    public synchronized void give() {
        if (free > 0) {
            free++;
        }
        notifyAll();
    }
}
