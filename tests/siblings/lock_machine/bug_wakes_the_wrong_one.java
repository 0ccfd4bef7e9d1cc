// Wrong: odd and even threads wait in one wait set. exit() wakes one thread by notify(), which may be of the wrong group,
// finds its guard false and sleeps on; the one that could go is never woken.
// Run: A is inside (turn 0). B waits for turn 1 in enterOdd, C waits for turn 0 in enterEven. A leaves, turn = 1, notify wakes C;
// C sleeps again; B is never woken.

package siblings.lock_machine.bug_wakes_the_wrong_one;

class Turns {
    private boolean busy;
    private boolean odd;

    //@ acquires m
    public synchronized void enterEven() throws InterruptedException {
        while (busy || odd) {
            wait();
        }
        busy = true;
    }

    //@ acquires m
    public synchronized void enterOdd() throws InterruptedException {
        while (busy || !odd) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        odd = !odd;
        notify();
    }
}
