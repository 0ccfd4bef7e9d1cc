// Truth values are compared with truth values, numbers with numbers.

package locks.types_in_formulas.ok;

class Mutex {
    //@ property held: AG(busy == (count{m} == 1))
    //@ property free: AG(busy != true ==> count{m} == 0)
    //@ property turns: AG(turns == 0 || turns == 1)
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
