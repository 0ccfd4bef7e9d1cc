// The field has a lock where threads are expected, and none in a class that takes no locks at all.

package locks.statics_of_other_classes.bug_without_the_lock;

class Counter {
    static int count;

    public synchronized void reset() {
        synchronized (Counter.class) {
            count = 0;
        }
    }
}

class Report {
    public int count() {
        return Counter.count;
//             ^^^^^^^^^^^^^ shared-field
    }
}
