// A public method that nobody but itself calls is called from outside.

package rely.changed_from_elsewhere.bug_calls_only_itself;

class Count {
    public int value;

    //@ modifies value
    public void lower(int times) {
        value = value - 1;
//      ^^^^^^^^^^^^^^^^^ global-invariant
        if (times > 0) {
            lower(times - 1);
//          ^^^^^^^^^^^^^^^^ global-invariant
        }
    }
}

class Store {
    //@ global_invariant count.value >= 0
    public final Count count = new Count();

    public int get() {
        return count.value;
    }
}
