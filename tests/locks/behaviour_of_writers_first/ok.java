// Threads that wait are counted; who waits holds nothing.

package locks.behaviour_of_writers_first.ok;

class WritersFirst {
    //@ property exclusive: AG(count{w} > 0 ==> count{r} == 0)
    private int readers;
    private int waiting;
    private boolean writing;

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (writing || waiting > 0) {
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
        waiting++;
        try {
            while (writing || readers > 0) {
                wait();
            }
            writing = true;
        } finally {
            waiting--;
            notifyAll();
        }
    }

    //@ releases w
    synchronized void writeExit() {
        writing = false;
        notifyAll();
    }
}
