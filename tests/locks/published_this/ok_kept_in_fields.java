// Parts know the object and are asked; the thread that knows it is started last.

package locks.published_this.ok_kept_in_fields;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Cells {
    private final Table table;
    private final List<String> names = new ArrayList<>();

    Cells(Table table) {
        this.table = table;
    }

    void fill(String name) {
        names.add(name + table.title());
    }

    int size() {
        return names.size();
    }
}

class Table {
    private final String title;
    private final Cells cells;
    private final Thread cleaner;
    @GuardedBy("this") private int rows;

    Table(String title) {
        this.title = title;
        cells = new Cells(this);
        cells.fill("first");
        cleaner = new Thread(this::add);
        cleaner.setName(title);
        rows = cells.size();
        cleaner.start();
    }

    String title() {
        return title;
    }

    private synchronized void add() {
        rows++;
    }
}
