// An object is made by code that writes no field of it, of a class of which nothing is declared itself.

package rely.all_objects_of_a_class.bug_left_at_zero;

import net.jcip.annotations.ThreadSafe;

final class Entry {
    volatile int uses;
}

@ThreadSafe
final class Table {
    //@ global_invariant \forall Entry entry; entry.uses > 0
    static volatile int size;

    public static int share() {
        Entry entry = Start.first;
        return entry == null ? 0 : 100 / entry.uses;
    }
}

class Start {
    static volatile Entry first;

    public static void main(String[] args) {
        first = new Entry();
//      ^^^^^^^^^^^^^^^^^^^ global-invariant
    }
}
