// A row of a table is part of it.

package locks.guarded_content.bug_row;

import net.jcip.annotations.GuardedBy;

class Table {
    @GuardedBy("this") private final int[][] cells = new int[3][3];

    public void clear() {
        int[] row;
        synchronized (this) {
            row = cells[0];
        }
        row[0] = 0;
//      ^^^^^^ guarded-access
    }
}
