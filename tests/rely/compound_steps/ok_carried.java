// What goes by way of objects is not what is written, or a lock is held from the read to the write.

package rely.compound_steps.ok_carried;

import java.util.function.IntSupplier;
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

    public int first(int next) {
        int[] kept = new int[1];
        kept[0] = first;
        first = next;
        return kept[0];
    }

    public synchronized void second() {
        Holder kept = new Holder(second);
        kept.value++;
        second = kept.value;
    }

    public synchronized void third() {
        int kept = third;
        IntSupplier next = () -> kept + 1;
        third = next.getAsInt();
    }
}
