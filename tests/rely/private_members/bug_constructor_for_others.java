// `new` chooses among the constructors that it may name.

package rely.private_members.bug_constructor_for_others;

import net.jcip.annotations.ThreadSafe;

class Desk {
    final int size;

    private Desk(int drawers) {
        size = 1;
    }

    Desk(long drawers) {
        size = 2;
    }
}

@ThreadSafe
class Office {
    public void measure() {
        Desk desk = new Desk(3);
        assert desk.size == 1;
//      ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
