// While a class is initialised, there are no objects of it but those that its initialiser makes.

package rely.class_in_the_making.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ticket {
    @GuardedBy("Ticket.class") private static int next;
    private final int number;

    //@ global_invariant 0 <= next
    //@ global_invariant 0 <= number && number < next

    //@ env_assumption \old(next) <= next

    static {
        next = 1;
    }

    private Ticket(int number) {
        this.number = number;
    }

    public static synchronized Ticket draw() {
        if (next == Integer.MAX_VALUE) {
            return null;
        }
        int number = next;
        next = number + 1;
        return new Ticket(number);
    }
}
