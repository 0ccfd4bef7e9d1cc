// A static initialiser that runs with one lock held takes the other.

package locks.initializers.bug_other_order;

class Start {
    static final Object A = new Object();
    static final Object B = new Object();

    public static void one() {
        synchronized (A) {
            Config.touch();
//          ^^^^^^^^^^^^^^ lock-order
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

class Config {
    private static int value;

    static {
        synchronized (Start.B) {
            value = 1;
        }
    }

    static void touch() {
        value++;
    }
}
