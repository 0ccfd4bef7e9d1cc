// An object that the initialiser itself makes is not as it has to be in the end.

package rely.class_in_the_making.bug_made_too_early;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ticket {
//    ^^^^^^ global-invariant
    @GuardedBy("Ticket.class") private static int next;
    private final int number;

    //@ global_invariant 0 <= next
    //@ global_invariant 0 <= number && number < next

    //@ env_assumption \old(next) <= next

    private static final Ticket FIRST;

    static {
        FIRST = new Ticket(1);
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
