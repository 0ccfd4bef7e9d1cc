// An iterator is never null; the length of an array that a constructor makes is known.

package rely.collections_and_arrays.ok;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Slots {
    private static final int[] SIZES = {1, 2, 3};
    @GuardedBy("this") private final int[] slots = new int[4];
    @GuardedBy("this") private final List<String> names = new ArrayList<>();
    private final Object owner;

    Slots(Object owner) {
        this.owner = Objects.requireNonNull(owner);
    }

    public synchronized int first() {
        return slots[0] + SIZES[2];
    }

    public synchronized int at(int place) {
        return slots[place & 3];
    }

    public synchronized int letters() {
        int count = 0;
        for (String name : names) {
            if (name != null) {
                count += name.length();
            }
        }
        System.out.println(owner.hashCode());
        return count;
    }
}
