// What a method of the object returns is the object.

package locks.new_objects.bug_known_by_another_name;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jcip.annotations.GuardedBy;

class Order {
    private static final List<Order> ALL = new CopyOnWriteArrayList<>();
    private String name;
    @GuardedBy("this") private int number;

    Order named(String name) {
        this.name = name;
        return this;
    }

    static void make(int number) {
        Order order = new Order();
        Order named = order.named("first");
        ALL.add(named);
        order.number = number;
//      ^^^^^^^^^^^^ guarded-access
    }

    public static void renumber() {
        for (Order order : ALL) {
            synchronized (order) {
                order.number++;
            }
        }
    }
}
