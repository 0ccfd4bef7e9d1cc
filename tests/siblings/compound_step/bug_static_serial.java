// Wrong: the static volatile counter is raised under the monitor of one object only; two objects hand out the same
// number.

package siblings.compound_step.bug_static_serial;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Serial {
    private static volatile int next;

    public synchronized int take() {
        return next++;
    }
}
