// The copy shares its table, and the table knows the original.

package locks.parts.bug_copied;

import net.jcip.annotations.GuardedBy;

class Table {
    private final Store store;
    @GuardedBy("store") int rows;

    Table(Store store) {
        this.store = store;
    }
}

class Store implements Cloneable {
    private final Table table = new Table(this);

    public Store copy() throws CloneNotSupportedException {
        return (Store) super.clone();
    }

    public synchronized void set() {
        table.rows = 1;
//      ^^^^^^^^^^ guarded-access
    }
}
