// Wrong: both operations are static and synchronized: the class lock is held while take() waits for put(), which needs it.

package siblings.nested_monitor.bug_static_outer;

class Slot {
    private Object item;

    public synchronized void set(Object x) {
        item = x;
        notifyAll();
    }

    public synchronized Object await() throws InterruptedException {
        while (item == null) {
            wait();
        }
        Object x = item;
        item = null;
        return x;
    }
}

class Exchange {
    private static final Slot SLOT = new Slot();

    public static synchronized void put(Object x) {
        SLOT.set(x);
    }

    public static synchronized Object take() throws InterruptedException {
        return SLOT.await();
    }
}
