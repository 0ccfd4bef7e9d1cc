// What a method requires has to be shown by a function that the library runs.

package rely.made_elsewhere.bug_required;

import java.util.concurrent.CompletableFuture;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Divider {
    //@ requires by != 0
    public int divide(int by) {
        return 100 / by;
    }
}

class Start {
    public static void main(String[] args) {
        CompletableFuture.supplyAsync(() -> new Divider().divide(0));
//                                          ^^^^^^^^^^^^^^^^^^^^^^^ method-precondition
    }
}
