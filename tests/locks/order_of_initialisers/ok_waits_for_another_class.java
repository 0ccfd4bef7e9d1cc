// The initialiser waits for a thread that needs another class only.

package locks.order_of_initialisers.ok_waits_for_another_class;

class Counter extends Thread {
    static final Object lock = new Object();
    private int count;

    @Override
    public void run() {
        synchronized (lock) {
            count++;
        }
    }
}

class Limits {
    static int limit;

    static {
        Counter counter = new Counter();
        counter.start();
        try {
            counter.join();
        } catch (InterruptedException e) {
            limit = 1;
        }
    }

    static int get() {
        return limit;
    }
}

class Users {
    public int limit() {
        return Limits.get();
    }
}
