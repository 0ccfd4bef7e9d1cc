// A public method of a public class is called with the lock here, and from outside without.

package rely.changed_from_elsewhere.bug_public_way_in;

import net.jcip.annotations.GuardedBy;

public class bug_public_way_in {
    @GuardedBy("this") int value;

    public synchronized void use() {
        value = 1;
    }

    public static class Other {
        public void poke(bug_public_way_in count) {
            if (count != null) {
                count.value = 5;
//              ^^^^^^^^^^^^^^^ guard
            }
        }
    }

    public static class Start {
        public static void main(String[] args) {
            bug_public_way_in count = new bug_public_way_in();
            synchronized (count) {
                new Other().poke(count);
            }
        }
    }
}
