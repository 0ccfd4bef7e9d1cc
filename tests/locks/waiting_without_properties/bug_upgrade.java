// Two readers that want to write wait for each other to leave.

package locks.waiting_without_properties.bug_upgrade;

class ReadWrite {
//    ^^^^^^^^^ lock-deadlock
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
    synchronized void upgrade() throws InterruptedException {
        while (writing || readers > 1) {
            wait();
        }
        readers--;
        writing = true;
    }

    //@ releases w
    synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}
