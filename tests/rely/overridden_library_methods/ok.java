// A list of the program's own counts what is added to it; the field of the class around is left alone.

package rely.overridden_library_methods.ok;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ledger {
    @GuardedBy("this") private int total;

    private class Entries extends ArrayList<String> {
        @Override
        public boolean add(String entry) {
            synchronized (Ledger.this) {
                total = 1;
            }
            return true;
        }
    }

    public synchronized void begin() {
        total = 0;
        List<String> entries = new Entries();
        entries.add("first");
        //@ assert total == 1
    }

    private static class Place implements Comparable<Place> {
        private final int number;

        Place(int number) {
            this.number = number;
        }

        @Override
        public int compareTo(Place other) {
            return Integer.compare(number, other.number);
        }
    }

    @GuardedBy("this") private final List<String> notes = new ArrayList<>();

    public synchronized void note() {
        total = 3;
        notes.add("not one of the entries");
        //@ assert total == 3
    }

    public synchronized int compare(Comparable<Place> left, Place right) {
        total = 2;
        int result = left == null || right == null ? 0 : left.compareTo(right);
        //@ assert total == 2
        return result;
    }
}
