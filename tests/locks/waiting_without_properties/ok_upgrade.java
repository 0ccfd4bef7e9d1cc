// A reader that cannot be alone is refused, and goes on as a reader.

package locks.waiting_without_properties.ok_upgrade;

class ReadWrite {
    private int readers;
    private boolean writing;

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (writing) {
            wait();
        }
        readers++;
    }

    //@ releases r
    synchronized void readExit() {
        readers--;
        notifyAll();
    }

    //@ acquires w
    //@ releases r
    synchronized boolean tryUpgrade() {
        if (writing || readers > 1) {
            return false;
        }
        readers--;
        writing = true;
        return true;
    }

    //@ releases w
    synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}
