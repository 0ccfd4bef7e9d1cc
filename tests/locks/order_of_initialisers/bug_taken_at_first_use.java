// The first use of a class runs its initialiser, which takes a lock, with what is held there.

package locks.order_of_initialisers.bug_taken_at_first_use;

class Registry {
    static final Object NAMES = new Object();
    static final Object TABLES = new Object();
    private static int calls;

    public static void look() {
        synchronized (NAMES) {
            Defaults.load();
//          ^^^^^^^^^^^^^^^ lock-order
        }
    }

    public static void change() {
        synchronized (TABLES) {
            synchronized (NAMES) {
//          ^^^^^^^^^^^^^^^^^^^^ lock-order
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
