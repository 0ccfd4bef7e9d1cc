// A callee that touches nothing of the class with the invariant makes an object that breaks it.

package rely.all_objects_of_a_class.bug_made_by_a_callee;

import net.jcip.annotations.ThreadSafe;

final class Entry {
    final Table table;
    volatile int uses;

    Entry(Table table, int uses) {
        this.table = table;
        this.uses = uses;
    }
}

final class Table {
    //@ global_invariant \forall Entry entry; entry.table == this ==> entry.uses > 0
    volatile int size;
}

class Maker {
    //@ modifies \nothing
    static Entry make(Table table) {
//               ^^^^ global-invariant
        return new Entry(table, -1);
    }
}

@ThreadSafe
class Cache {
    private volatile Entry last;

    public void fill(Table table) {
        last = Maker.make(table);
    }

    public int share() {
        Entry entry = last;
        return entry == null || entry.table == null ? 0 : 100 / entry.uses;
    }
}
