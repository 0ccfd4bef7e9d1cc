// Twelve switches are twelve questions: four thousand ways.

package locks.behaviour_of_many_ways.bug_too_many_ways;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;
    private int level;
    private boolean s0;
    private boolean s1;
    private boolean s2;
    private boolean s3;
    private boolean s4;
    private boolean s5;
    private boolean s6;
    private boolean s7;
    private boolean s8;
    private boolean s9;
    private boolean s10;
    private boolean s11;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
//                    ^^^^^ unsupported
        while (busy) {
            wait();
        }
        busy = true;
        if (s0) {
            level++;
        }
        if (s1) {
            level++;
        }
        if (s2) {
            level++;
        }
        if (s3) {
            level++;
        }
        if (s4) {
            level++;
        }
        if (s5) {
            level++;
        }
        if (s6) {
            level++;
        }
        if (s7) {
            level++;
        }
        if (s8) {
            level++;
        }
        if (s9) {
            level++;
        }
        if (s10) {
            level++;
        }
        if (s11) {
            level++;
        }
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
