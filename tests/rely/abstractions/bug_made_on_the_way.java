// The object that the callee returns was made after the call began.

package rely.abstractions.bug_made_on_the_way;

import net.jcip.annotations.GuardedBy;

class Ticket {
    //@ global_invariant number < Office.next
    final int number;

    Ticket(int number) {
        this.number = number;
    }
}

class Office {
    @GuardedBy("Office.class") static int next;

    //@ requires Office.class.holder == tid
    //@ modifies next
    //@ ensures \result == null || \result.number == \old(next)
    private static Ticket draw() {
        if (next > 1000) {
            return null;
        }
        int number = next;
        next = number + 1;
        return new Ticket(number);
    }

    public static synchronized void visit() {
        Ticket ticket = draw();
        assert ticket == null;
//      ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
