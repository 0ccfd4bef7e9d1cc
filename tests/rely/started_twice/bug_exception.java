// The second start throws, and what is done about it is wrong.

package rely.started_twice.bug_exception;

class Worker extends Thread {
    static volatile int state;

    //@ global_invariant state >= 0

    public static void main(String[] args) {
        Thread worker = new Worker();
        worker.start();
        try {
            worker.start();
        } catch (IllegalThreadStateException e) {
            state = -1;
//          ^^^^^^^^^^ global-invariant
        }
    }
}
