// The same with a field: where the exception leads is not known.

package locks.initializers.bug_field_of_a_class_that_throws;

import java.util.concurrent.locks.ReentrantLock;

class Start {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int starts;

    public static void start() {
        LOCK.lock();
        starts += Config.value;
//                ^^^^^^^^^^^^ lock-unknown
        LOCK.unlock();
    }
}

class Config {
    static int value = Integer.parseInt(System.getProperty("value"));
}
