// The constructor has told others of the object.

package locks.new_objects.bug_registers_itself;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Order {
    private static final List<Order> ALL = Collections.synchronizedList(new ArrayList<>());
    @GuardedBy("this") private int number;

    private Order() {
        ALL.add(this);
    }

    static Order of(int number) {
        Order order = new Order();
        order.number = number;
//      ^^^^^^^^^^^^ guarded-access
        return order;
    }

    public synchronized int number() {
        return number;
    }
}
