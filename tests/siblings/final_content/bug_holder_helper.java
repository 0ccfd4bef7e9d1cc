// Wrong: bump() writes h.v through a helper method that is given the holder; two threads read the same value and one
// increment is lost. Only the field that leads to the holder is final, the holder is not.

package siblings.final_content.bug_holder_helper;

import net.jcip.annotations.ThreadSafe;

class Holder {
    int v;
}

@ThreadSafe
class Tally {
    private final Holder h = new Holder();

    private static void raise(Holder x) {
        x.v = x.v + 1;
    }

    public void bump() {
        raise(h);
    }

    public int get() {
        return h.v;
    }
}
