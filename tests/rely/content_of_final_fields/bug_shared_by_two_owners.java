// Two objects, each with its own lock, were given the same list.

package rely.content_of_final_fields.bug_shared_by_two_owners;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Box {
    private final List<String> items;

    Box(List<String> items) {
        this.items = items;
    }

    public synchronized void add(String item) {
        items.add(item);
//      ^^^^^^^^^^^^^^^ unprotected-content
    }
}

class Main {
    public static void main(String[] args) {
        List<String> items = new ArrayList<>();
        final Box left = new Box(items);
        final Box right = new Box(items);
        new Thread() {
            @Override
            public void run() {
                left.add("left");
            }
        }.start();
        new Thread() {
            @Override
            public void run() {
                right.add("right");
            }
        }.start();
    }
}
