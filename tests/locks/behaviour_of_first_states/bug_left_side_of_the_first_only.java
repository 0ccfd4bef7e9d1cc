// The left side is asked about at first only, when nobody writes.

package locks.behaviour_of_first_states.bug_left_side_of_the_first_only;

class ReadWrite {
    //@ property exclusive: writing ==> AG(readers == 0)
//                         ^^^^^^^^ lock-vacuous
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
