// The old value goes by way of an array, a new object, a function.

package rely.compound_steps.bug_carried_by_an_object;

import java.util.function.IntSupplier;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Holder {
    int value;

    Holder(int value) {
        this.value = value;
    }
}

@ThreadSafe
class Counters {
    private volatile int first;
    private volatile int second;
    private volatile int third;
    private volatile int fourth;
    @GuardedBy("this")
    private int last;

    public void first() {
        int[] kept = new int[1];
        kept[0] = first;
        first = kept[0] + 1;
//      ^^^^^^^^^^^^^^^^^^^ compound-step
    }

    public void second() {
        Holder kept = new Holder(second);
        kept.value++;
        second = kept.value;
//      ^^^^^^^^^^^^^^^^^^^ compound-step
    }

    public void third() {
        int kept = third;
        IntSupplier next = () -> kept + 1;
        third = next.getAsInt();
//      ^^^^^^^^^^^^^^^^^^^^^^^ compound-step
    }

    public synchronized void fourth() {
        last = fourth;
        fourth = last + 1;
//      ^^^^^^^^^^^^^^^^^ compound-step
    }

    public void reset() {
        fourth = 0;
    }
}
