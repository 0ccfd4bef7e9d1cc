// A third class makes the object of the one below.

package locks.order_of_initialisers.ok_superclass;

class Base {
    private static int size;

    static synchronized int size() {
        return size;
    }
}

class Derived extends Base {
    static void load() {
    }
}

class Defaults {
    static final Base DEFAULT = new Derived();
}

class Main {
    public static void main(String[] args) {
        new Thread(() -> Derived.load()).start();
        new Thread(() -> Base.size()).start();
    }
}
