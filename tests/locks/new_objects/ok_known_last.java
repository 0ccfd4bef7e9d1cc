// Each object is filled before others get it, by whatever name, in each round of a loop.

package locks.new_objects.ok_known_last;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jcip.annotations.GuardedBy;

class Label {
    final Order order;

    Label(Order order) {
        this.order = order;
    }
}

class Order {
    private static final List<Order> ALL = new CopyOnWriteArrayList<>();
    private static final List<Label> LABELS = new CopyOnWriteArrayList<>();
    private final Label label = new Label(this);
    private String name;
    @GuardedBy("this") private int number;

    Order named(String name) {
        this.name = name;
        return this;
    }

    static void make(int count) {
        for (int i = 0; i < count; i++) {
            Order order = new Order();
            Order named = order.named("next");
            order.number = i;
            named.number = i + 1;
            ALL.add(named);
            LABELS.add(order.label);
        }
    }

    public static void renumber() {
        for (Order order : ALL) {
            synchronized (order) {
                order.number++;
            }
        }
    }
}
