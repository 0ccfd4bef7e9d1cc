// The initialiser takes what comes later in the order.

package locks.order_of_initialisers.ok;

class Registry {
    static final Object NAMES = new Object();
    static final Object TABLES = new Object();
    private static int calls;

    public static void look() {
        synchronized (NAMES) {
            Defaults.load();
        }
    }

    public static void change() {
        synchronized (NAMES) {
            synchronized (TABLES) {
                calls++;
            }
        }
    }
}

class Defaults {
    private static int size;

    static {
        synchronized (Registry.TABLES) {
            size = 1;
        }
    }

    static void load() {
    }
}
