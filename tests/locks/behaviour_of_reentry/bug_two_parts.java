// The parts of the lock have nothing to do with each other: a thread that holds one and waits for the other does not wait
// for itself, but others may do the same the other way round.

package locks.behaviour_of_reentry.bug_two_parts;

class Doors {
    private boolean left;
    private boolean right;

    //@ acquires l
    synchronized void leftIn() throws InterruptedException {
        while (left) {
            wait();
        }
        left = true;
    }

    //@ releases l
    synchronized void leftOut() {
        left = false;
        notifyAll();
    }

    //@ acquires r
    synchronized void rightIn() throws InterruptedException {
        while (right) {
            wait();
        }
        right = true;
    }

    //@ releases r
    synchronized void rightOut() {
        right = false;
        notifyAll();
    }
}

class House {
    private final Doors doors = new Doors();

    public void pass() throws InterruptedException {
        doors.leftIn();
        try {
            doors.rightIn();
//          ^^^^^^^^^^^^^^^ lock-unknown
            doors.rightOut();
        } finally {
            doors.leftOut();
        }
    }
}
