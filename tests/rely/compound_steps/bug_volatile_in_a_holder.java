// The volatile field is one of an object behind a final field.

package rely.compound_steps.bug_volatile_in_a_holder;

import net.jcip.annotations.ThreadSafe;

class Holder {
    volatile int value;
}

@ThreadSafe
class Counter {
    private final Holder holder = new Holder();

    public void add() {
        holder.value += 2;
//      ^^^^^^^^^^^^^^^^^ compound-step
    }
}
