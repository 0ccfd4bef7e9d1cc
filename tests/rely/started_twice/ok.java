// A thread is started once.

package rely.started_twice.ok;

class Worker extends Thread {
    static volatile int state;

    //@ global_invariant state >= 0

    public static void main(String[] args) {
        Thread worker = new Worker();
        worker.start();
        state = 1;
    }
}
