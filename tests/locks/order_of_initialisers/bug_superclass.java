// A class makes an object of one below: that one waits for its superclass, which waits for it.

package locks.order_of_initialisers.bug_superclass;

class Base {
    static final Base DEFAULT = new Derived();
//                              ^^^^^^^^^^^^^ lock-order
    private static int size;

    static synchronized int size() {
        return size;
    }
}

class Derived extends Base {
    static void load() {
    }
}

class Main {
    public static void main(String[] args) {
        new Thread(() -> Derived.load()).start();
        new Thread(() -> Base.size()).start();
    }
}
