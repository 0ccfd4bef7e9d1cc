// Wrong: the inner class reads the outer field without the outer monitor.

package siblings.half_guarded.bug_inner_reader;

class Meter {
    private long total;

    public synchronized void add(long x) {
        total += x;
    }

    public class View {
        public synchronized long total() {
            return total;
        }
    }
}
