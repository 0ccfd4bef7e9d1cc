// Exclusion in all states, and something that the first state promises.

package locks.behaviour_of_first_states.ok;

class ReadWrite {
    //@ property exclusive: AG(writing ==> readers == 0)
    //@ property free_at_first: !writing ==> AX(readers <= 1)
    private boolean writing;
    private int readers;

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
    synchronized void writeEnter() throws InterruptedException {
        while (writing || readers > 0) {
            wait();
        }
        writing = true;
    }

    //@ releases w
    synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}
