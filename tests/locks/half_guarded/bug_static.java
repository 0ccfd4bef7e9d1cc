// The locks of instances do not guard what all instances share.

package locks.half_guarded.bug_static;

class Worker {
    private static int count;

    public synchronized void work() {
        count++;
//      ^^^^ shared-field
    }

    public static synchronized int count() {
        return count;
    }
}
