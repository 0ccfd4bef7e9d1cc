// Whoever gets the `Optional` gets what is in it.

package rely.fresh_objects.bug_in_an_optional;

import java.util.Optional;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
final class Cell {
    @GuardedBy("this") private int value;
    private static volatile Object shared;

    private static void show(Cell cell) {
        Object held = Optional.of(cell);
        if (held instanceof Cell) {
            return;
        }
        shared = held;
    }

    public static void make() {
        Cell cell = new Cell();
        show(cell);
        cell.value = 5;
//      ^^^^^^^^^^^^^^ guard
    }
}
