// Two initialisers use the class of the other: two threads that begin at different ends wait for each other.

package locks.order_of_initialisers.bug_use_each_other;

class Left {
    private static int size;

    static {
        Right.load();
//      ^^^^^^^^^^^^ lock-order
        size = 1;
    }

    public static synchronized void load() {
        size++;
    }
}

class Right {
    private static int size;

    static {
        Left.load();
        size = 1;
    }

    public static synchronized void load() {
        size++;
    }
}
