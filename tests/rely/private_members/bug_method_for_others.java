// A call chooses among the methods that it may name.

package rely.private_members.bug_method_for_others;

import net.jcip.annotations.ThreadSafe;

class Desk {
    private int size(int drawers) {
        return 1;
    }

    int size(long drawers) {
        return 2;
    }
}

@ThreadSafe
class Office {
    public void measure() {
        int space = new Desk().size(3);
        assert space == 1;
//      ^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
