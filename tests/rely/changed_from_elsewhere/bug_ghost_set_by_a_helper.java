// A helper of a class without declarations sets a ghost.

package rely.changed_from_elsewhere.bug_ghost_set_by_a_helper;

class Cell {
    //@ ghost int tokens
    //@ global_invariant tokens == 0
    private volatile int value;

    public void look() {
        value = 1;
        //@ assert tokens == 0
    }
}

class Helper {
    static void spend(Cell cell) {
        //@ set cell.tokens = 5
//      ^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
        ;
    }
}

class Other {
    public void use(Cell cell) {
        Helper.spend(cell);
    }
}
