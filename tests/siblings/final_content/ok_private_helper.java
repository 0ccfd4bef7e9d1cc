// Right: the helper that writes the holder is called with the monitor only.

package siblings.final_content.ok_private_helper;

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

    public synchronized void bump() {
        raise(h);
    }

    public synchronized int get() {
        return h.v;
    }
}
