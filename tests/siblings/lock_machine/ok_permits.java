// Right: each permit comes back, and those who wait are told.

package siblings.lock_machine.ok_permits;

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
        free++;
        notifyAll();
    }
}
