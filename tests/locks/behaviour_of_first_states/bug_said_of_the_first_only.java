// Nobody writes at first, and nothing is said of later.

package locks.behaviour_of_first_states.bug_said_of_the_first_only;

class ReadWrite {
    //@ property exclusive: writing ==> readers == 0
//                         ^ property-syntax
    private boolean writing;
    private int readers;

    //@ acquires r
    synchronized void readEnter() {
        readers++;
    }

    //@ releases r
    synchronized void readExit() {
        readers--;
    }

    //@ acquires w
    synchronized void writeEnter() {
        writing = true;
    }

    //@ releases w
    synchronized void writeExit() {
        writing = false;
    }
}
