// The writer does not wait for the readers.

package locks.modes_named_like_fields.bug_among_readers;

//@ property alone: AG(w ==> r == 0)
//           ^^^^^^^^^^^^^^^^^^^^^^^^ lock-property
class ReadWrite {
    private int r;
    private boolean w;

    //@ acquires r
    synchronized void readEnter() throws InterruptedException {
        while (w) {
            wait();
        }
        r++;
    }

    //@ releases r
    synchronized void readExit() {
        r--;
        notifyAll();
    }

    //@ acquires w
    synchronized void writeEnter() throws InterruptedException {
        while (w) {
            wait();
        }
        w = true;
    }

    //@ releases w
    synchronized void writeExit() {
        w = false;
        notifyAll();
    }
}
