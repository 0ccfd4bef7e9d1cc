// Others see an object that the initialiser has handed on.

package rely.static_initialiser.bug_handed_on_early;

class Store {
    static volatile Part part;
}

class Part {
//    ^^^^ global-invariant
    //@ global_invariant limit <= 10
    static volatile int limit;
    //@ global_invariant size <= limit
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
    volatile int size;

    static {
        Part part = new Part();
        part.size = 99;
        Store.part = part;
        part.size = -3;
        limit = 10;
    }
}

class User {
    public static void look() {
        Part part = Store.part;
        if (part != null) {
            assert part.size <= 10;
        }
    }
}
