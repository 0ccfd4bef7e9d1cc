// Whatever the static initialiser throws, the lock is given back.

package locks.initializers.ok_throws;

import java.util.concurrent.locks.ReentrantLock;

class Start {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int starts;

    public static void start() {
        LOCK.lock();
        try {
            starts += Config.value();
        } finally {
            LOCK.unlock();
        }
    }
}

class Config {
    private static final int VALUE = Integer.parseInt(System.getProperty("value"));

    static int value() {
        return VALUE;
    }
}
