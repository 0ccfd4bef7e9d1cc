// The object is made by code that touches no field of it.

package rely.made_elsewhere.bug_by_an_initialiser;

class Part {
    //@ global_invariant size > 0
    volatile int size;

    static int half(Part part) {
        return part == null ? 0 : 100 / part.size;
    }
}

class Store {
    static final Part FIRST = new Part();
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
}

class Start {
    public static void main(String[] args) {
        Part.half(Store.FIRST);
    }
}
