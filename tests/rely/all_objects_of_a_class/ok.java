// What is said of all objects of another class: those that others can reach, whoever made them.

package rely.all_objects_of_a_class.ok;

import net.jcip.annotations.ThreadSafe;

final class Entry {
    final Table table;
    volatile int uses = 1;

    Entry(Table table) {
        this.table = table;
    }
}

final class Table {
    //@ global_invariant \forall Entry entry; entry.table == this ==> entry.uses > 0
    //@ global_invariant \forall Entry entry; entry.uses >= 0
    volatile int size;
}

class Maker {
    //@ modifies \nothing
    static Entry make(Table table) {
        return new Entry(table);
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
