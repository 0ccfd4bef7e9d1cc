// A reader looks only at writers that wait.

package locks.behaviour_of_writers_first.bug_readers_look_at_those_who_wait_only;

class WritersFirst {
    //@ property exclusive: AG(count{w} > 0 ==> count{r} == 0)
//                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-property
    private int readers;
    private int waiting;
    private boolean writing;

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (waiting > 0) {
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
