// A mode may have the name of the number that counts those who have it.

package locks.modes_named_like_fields.ok;

//@ property alone: AG(w ==> r == 0)
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
        while (w || r > 0) {
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
