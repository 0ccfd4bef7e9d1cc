// A truth value is no number: that it is not 2 says nothing.

package locks.types_in_formulas.bug_compared_with_a_number;

class Mutex {
    //@ property held: AG(busy != 2)
//                                ^ property-syntax
    private boolean busy;
    private int turns;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
        turns = 1 - turns;
    }

    //@ releases m
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}
