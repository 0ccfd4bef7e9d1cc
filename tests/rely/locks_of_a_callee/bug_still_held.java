// What held of the lock in the action of a callee does not hold of the caller.

package rely.locks_of_a_callee.bug_still_held;

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
}

class User {
    public static void main(String[] args) {
        Cell cell = new Cell();
        if (args != null && args.length > 3) {
            cell.fill();
            //@ assert cell.holder == tid
//              ^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        }
    }
}
