// Wrong: the record is immutable, the array in it is not: two threads in hit() lose a count.

package siblings.final_content.bug_record_component;

import net.jcip.annotations.ThreadSafe;

record Counts(int[] cells) {
}

@ThreadSafe
class Meter {
    private final Counts counts = new Counts(new int[1]);

    public void hit() {
        int[] c = counts.cells();
        if (c != null && c.length == 1) {
            c[0]++;
        }
    }
}
