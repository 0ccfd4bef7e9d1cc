// Others find the object in a part that they get.

package locks.new_objects.bug_known_by_its_part;

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
    private static final List<Label> LABELS = new CopyOnWriteArrayList<>();
    private final Label label = new Label(this);
    @GuardedBy("this") private int number;

    Label label() {
        return label;
    }

    static void make(int number) {
        Order order = new Order();
        LABELS.add(order.label());
        order.number = number;
//      ^^^^^^^^^^^^ guarded-access
    }

    public static void renumber() {
        for (Label label : LABELS) {
            synchronized (label.order) {
                label.order.number++;
            }
        }
    }
}
