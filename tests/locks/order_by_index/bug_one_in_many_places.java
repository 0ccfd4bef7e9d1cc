// One object stands at several places: to its left and to its right are the same others.

package locks.order_by_index.bug_one_in_many_places;

class Seats {
    private final Object[] row = new Object[4];
    private int taken;

    Seats() {
        Object middle = new Object();
        row[0] = middle;
        row[1] = new Object();
        row[2] = middle;
        row[3] = new Object();
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
