// The same question thirty times has two answers.

package locks.behaviour_of_many_ways.ok;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    private boolean busy;
    private boolean up;
    private int level;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
        for (int i = 0; i < 30; i++) {
            if (up) {
                level++;
            } else {
                level--;
            }
        }
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        notifyAll();
    }
}
