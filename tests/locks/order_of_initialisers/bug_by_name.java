// A class is initialised by its name, with the lock held that its initialiser takes.

package locks.order_of_initialisers.bug_by_name;

class Limits {
    static int limit;

    static {
        synchronized (Users.lock) {
//      ^^^^^^^^^^^^^^^^^^^^^^^^^ lock-order
            limit = 10;
        }
    }

    static int get() {
        return limit;
    }
}

class Users {
    static final Object lock = new Object();

    public void load() throws ClassNotFoundException {
        synchronized (lock) {
            Class.forName("locks.order_of_initialisers.bug_by_name.Limits");
        }
    }

    public int limit() {
        return Limits.get();
    }
}
