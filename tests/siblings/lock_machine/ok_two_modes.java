// Right: readers and one who has reserved the lock do not wait for each other; each who leaves wakes all.

package siblings.lock_machine.ok_two_modes;

class Reserved {
    private int readers;
    private boolean reserved;

    //@ acquires r
    public synchronized void readEnter() {
        readers++;
    }

    //@ releases r
    public synchronized void readExit() {
        readers--;
        notifyAll();
    }

    //@ acquires u
    public synchronized void reserve() throws InterruptedException {
        while (reserved) {
            wait();
        }
        reserved = true;
    }

    //@ releases u
    public synchronized void unreserve() {
        reserved = false;
        notifyAll();
    }
}
