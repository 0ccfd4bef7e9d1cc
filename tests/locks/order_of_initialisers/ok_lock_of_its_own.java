// Until the initialiser is done, nobody else has the lock that it makes.

package locks.order_of_initialisers.ok_lock_of_its_own;

class Ids {
    private static final Object LOCK = new Object();
    private static int next;

    static {
        synchronized (LOCK) {
            next = 1;
        }
    }

    public static int fresh() {
        synchronized (LOCK) {
            return Numbers.next();
        }
    }

    static class Numbers {
        static int next() {
            return ++Ids.next;
        }
    }
}
