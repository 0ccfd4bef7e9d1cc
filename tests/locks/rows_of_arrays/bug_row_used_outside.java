// A row of a guarded array is a part of it.

package locks.rows_of_arrays.bug;

import net.jcip.annotations.GuardedBy;

class Board {
    @GuardedBy("this") private final int[][] cells = new int[3][3];

    public void set(int i) {
        int[] row;
        synchronized (this) {
            row = cells[i];
        }
        row[0] = 1;
//      ^^^^^^^^^^ guarded-access
    }
}
