// Wrong: the cell is raised under the monitor and cleared without it.

package siblings.half_guarded.bug_array_cell;

class Cells {
    private int[] cells = new int[2];

    public synchronized void add() {
        cells[0]++;
    }

    public void clear() {
        cells[0] = 0;
    }
}
