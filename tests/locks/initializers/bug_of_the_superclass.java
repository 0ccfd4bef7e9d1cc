// A class is initialised after the class above it.

package locks.initializers.bug_of_the_superclass;

class Start {
    static final Object A = new Object();
    static final Object B = new Object();

    public static void one() {
        synchronized (A) {
            new Below();
//          ^^^^^^^^^^^ lock-order
        }
    }

    public static void two() {
        synchronized (B) {
            synchronized (A) {
//          ^^^^^^^^^^^^^^^^ lock-order
                A.notifyAll();
            }
        }
    }
}

class Above {
    static {
        synchronized (Start.B) {
            Start.B.notifyAll();
        }
    }
}

class Below extends Above {
}
