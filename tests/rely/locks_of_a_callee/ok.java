// An action is done under a lock that the caller does not hold.

package rely.locks_of_a_callee.ok;

class Cell {
    //@ unwritable_by_env_if holder == tid
    //@ writable_if holder == tid
    private int value;

    /*@ modifies \nothing
        action: also_modifies value ensures holder == tid && value == 1 */
    public void fill() {
        synchronized (this) {
            value = 1;
        }
    }

    public void fillTwice() {
        synchronized (this) {
            fill();
            //@ assert value == 1
        }
    }
}
