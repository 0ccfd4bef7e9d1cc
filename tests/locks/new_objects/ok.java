// Whoever makes an object fills it before others know it.

package locks.new_objects.ok;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Order {
    @GuardedBy("this") private int number;
    @GuardedBy("this") private final List<String> items = new ArrayList<>();

    static Order of(int number, String item) {
        Order order = new Order();
        order.number = number;
        order.items.add(item);
        return order;
    }

    public synchronized int number() {
        return number + items.size();
    }
}
