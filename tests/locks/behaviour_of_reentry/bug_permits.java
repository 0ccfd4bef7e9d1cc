// Of two permits, one thread may take both, and two threads may each take one and wait for the other's.

package locks.behaviour_of_reentry.bug_permits;

class Permits {
    //@ property none_lost: AG(free + count{p} == 2)
    private int free = 2;

    //@ acquires p
    synchronized void take() throws InterruptedException {
        while (free == 0) {
            wait();
        }
        free--;
    }

    //@ releases p
    synchronized void give() {
        free++;
        notifyAll();
    }
}

class Copier {
    private final Permits permits = new Permits();

    public void copy() throws InterruptedException {
        permits.take();
        try {
            permits.take();
//          ^^^^^^^^^^^^^^ lock-premise
            permits.give();
        } finally {
            permits.give();
        }
    }
}
