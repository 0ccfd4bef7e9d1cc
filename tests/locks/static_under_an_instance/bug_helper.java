// The lock is that of the object, and the counter is one for all; the helper does not know.

package locks.static_under_an_instance.bug_helper;

class Part {
    private static long total;

    public void add(long n) {
        synchronized (this) {
            raise(n);
        }
    }

    private static void raise(long n) {
        total = total + n;
//      ^^^^^ lock-unknown
    }
}
