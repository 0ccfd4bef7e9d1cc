// A final field is written after others have the object, by a class of which nothing is declared.

package rely.made_elsewhere.bug_leaked;

import java.util.concurrent.CompletableFuture;
import net.jcip.annotations.ThreadSafe;

class Box {
    static volatile Box last;
    final int value;

    Box() {
        last = this;
        value = 5;
//      ^^^^^^^^^ write-not-allowed
    }
}

@ThreadSafe
class Looker {
    volatile int looks;

    public void look() {
        Box box = Box.last;
        if (box != null) {
            int first = box.value;
            looks = 1;
            assert first == box.value;
        }
    }
}

class Start {
    public static void main(String[] args) {
        CompletableFuture.supplyAsync(() -> new Box());
        new Looker().look();
    }
}
