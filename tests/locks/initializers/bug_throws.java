// A static initialiser that throws, where its class is first used with a lock held.

package locks.initializers.bug_throws;

import java.util.concurrent.locks.ReentrantLock;

class Start {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int starts;

    public static void start() {
        LOCK.lock();
//      ^^^^^^^^^^^ lock-not-released
        starts += Config.value();
        LOCK.unlock();
    }
}

class Config {
    private static final int VALUE = Integer.parseInt(System.getProperty("value"));

    static int value() {
        return VALUE;
    }
}
