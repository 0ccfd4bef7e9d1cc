// Both fields hold the same object, so neither object was made for one field alone.

package rely.final_fields.bug_one_object_in_two_fields;

class Twins {
    //@ global_invariant 0 <= size
    private int size;
    final Object first;
    final Object second;

    Twins() {
        Object one = (first = new Object());
        second = one;
        size = -1;
        assert size == 7;
//      ^^^^^^^^^^^^^^^^^ java-assertion
    }
}
