// What a parameter was at the entry is not known among the statements.

package rely.assumed.bug_old_parameter;

class Count {
    //@ ghost int turns

    public void go(int turns) {
        turns = 5;
        //@ assert \old(turns) == 5
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
    }
}
