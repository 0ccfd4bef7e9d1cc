// The first one that leaves the second group takes all of them out of the count.

package locks.behaviour.two_groups.bug_all_leave_at_once;

class Room {
    //@ property b_counted: AG(inB == count{b})
//                          ^^^^^^^^^^^^^^^^^^^ lock-property
    //@ property empty_first: AW(inA == 0 && inB == 0, count{a} == 1 || count{b} == 1)
    private int inA;
    private int inB;

    //@ acquires a
    public synchronized void enterA() throws InterruptedException {
        while (inB > 0) {
            wait();
        }
        inA++;
    }

    //@ releases a
    public synchronized void leaveA() {
        inA--;
        notifyAll();
    }

    //@ acquires b
    public synchronized void enterB() throws InterruptedException {
        while (inA > 0) {
            wait();
        }
        inB++;
    }

    //@ releases b
    public synchronized void leaveB() {
        inB = 0;
        notifyAll();
    }
}
