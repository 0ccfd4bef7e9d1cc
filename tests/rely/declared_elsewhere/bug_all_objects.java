// What a class says of all objects of another one is broken where one of these is made known.

package rely.declared_elsewhere.bug_all_objects;

import net.jcip.annotations.ThreadSafe;

class Part {
    volatile int weight;
}

@ThreadSafe
class Scale {
    //@ global_invariant \forall Part part; part.weight >= 0
    private final Object mutex = new Object();
}

@ThreadSafe
class Store {
    private volatile Part shown;

    public void show() {
        Part part = new Part();
        part.weight = -1;
        shown = part;
//      ^^^^^^^^^^^^ global-invariant
    }
}
