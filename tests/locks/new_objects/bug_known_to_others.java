// Others know the object, and use it at the same time.

package locks.new_objects.bug_known_to_others;

import net.jcip.annotations.GuardedBy;

class Order {
    private static volatile Order last;
    @GuardedBy("this") private int number;

    static Order of(int number) {
        Order order = new Order();
        last = order;
        order.number = number;
//      ^^^^^^^^^^^^ guarded-access
        return order;
    }

    public static int lastNumber() {
        Order order = last;
        return order == null ? 0 : order.number();
    }

    public synchronized int number() {
        return number;
    }
}
