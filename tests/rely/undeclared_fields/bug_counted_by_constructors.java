// Constructors of several objects run at once.

package rely.undeclared_fields.bug_counted_by_constructors;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ticket {
    private static int next;
//                     ^^^^ undeclared-field
    private final int number;

    public Ticket() {
        number = next++;
    }

    public int number() {
        return number;
    }
}
