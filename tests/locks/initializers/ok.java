// A static initialiser takes its lock in the same order as others.

package locks.initializers.ok;

class Start {
    static final Object A = new Object();
    static final Object B = new Object();

    public static void one() {
        synchronized (A) {
            Config.touch();
        }
    }

    public static void two() {
        synchronized (A) {
            synchronized (B) {
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
