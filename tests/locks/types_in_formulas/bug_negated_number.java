// A number is neither true nor false.

package locks.types_in_formulas.bug_negated_number;

class Mutex {
    //@ property turns: AG(turns == 0 || turns == 1 || !turns)
//                                                      ^ property-syntax
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
