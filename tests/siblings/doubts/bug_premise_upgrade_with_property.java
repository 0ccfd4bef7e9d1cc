// Wrong: with a property, as without: two readers in upgrade() wait for each other to leave, for ever.

package siblings.doubts.bug_premise_upgrade_with_property;

class Lock {
    //@ property one_writer: AG(!(count{w} > 1))
    private int readers;
    private boolean writing;

    //@ acquires r
    public synchronized void readEnter() throws InterruptedException {
        while (writing) {
            wait();
        }
        readers++;
    }

    //@ releases r
    public synchronized void readExit() {
        readers--;
        notifyAll();
    }

    //@ acquires w
    //@ releases r
    public synchronized void upgrade() throws InterruptedException {
        while (readers > 1) {
            wait();
        }
        readers--;
        writing = true;
    }

    //@ releases w
    public synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}
