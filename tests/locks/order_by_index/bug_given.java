// Two rows may hold the same objects the other way round.

package locks.order_by_index.bug_given;

class Seats {
    private final Object[] row;
    private int taken;

    Seats(Object[] row) {
        this.row = row;
    }

    public void both(int i, int j) {
        if (i < j) {
            synchronized (row[i]) {
                synchronized (row[j]) {
//              ^^^^^^^^^^^^^^^^^^^^^^ lock-order
                    taken++;
//                  ^^^^ lock-unknown
                }
            }
        }
    }
}
