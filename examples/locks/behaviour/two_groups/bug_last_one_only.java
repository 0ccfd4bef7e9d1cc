// Only the last one that leaves wakes the others up, and it counts wrong.

package locks.behaviour.two_groups.bug_last_one_only;

class Room {
    //@ property apart: AG(!(count{a} > 0 && count{b} > 0))
    //@ property a_counted: AG(inA == count{a})
    //@ property b_counted: AG(inB == count{b})
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
//                           ^^^^^^ missing-notify
        inA--;
        if (inA > 0) {
            notifyAll();
        }
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
        inB--;
        notifyAll();
    }
}
