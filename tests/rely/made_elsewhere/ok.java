// Objects of a class with an invariant are made as it says, wherever that is done.

package rely.made_elsewhere.ok;

class Part {
    //@ global_invariant size > 0
    volatile int size = 1;

    static int half(Part part) {
        return part == null ? 0 : 100 / part.size;
    }
}

class Store {
    static final Part FIRST = new Part();
}

class Start {
    public static void main(String[] args) {
        Part.half(Store.FIRST);
    }
}
