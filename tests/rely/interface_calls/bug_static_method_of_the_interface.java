// A class does not have the static methods of its interfaces: the name means the one of the class around it.

package rely.interface_calls.bug_static_method_of_the_interface;

import net.jcip.annotations.ThreadSafe;

interface Sized {
    static int size() {
        return 1;
    }
}

@ThreadSafe
class Office {
    private int size() {
        return 2;
    }

    class Desk implements Sized {
        int space() {
            return size();
        }
    }

    public void measure() {
        int space = new Desk().space();
        assert space == 1;
//      ^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
