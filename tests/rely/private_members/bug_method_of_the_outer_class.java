// A class does not inherit private methods: the name means the one of the class around it.

package rely.private_members.bug_method_of_the_outer_class;

import net.jcip.annotations.ThreadSafe;

class Desk {
    private int size() {
        return 1;
    }
}

@ThreadSafe
class Office {
    private int size() {
        return 2;
    }

    class Clerk extends Desk {
        int space() {
            return size();
        }
    }

    public void measure() {
        int space = new Clerk().space();
        assert space == 1;
//      ^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
