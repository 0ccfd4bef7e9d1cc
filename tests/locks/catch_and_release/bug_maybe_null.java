package locks.catch_and_release.bug_maybe_null;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** What a map has for a key may be null. */
class Log {
    private final Lock lock = new ReentrantLock();
    private final Map<String, String> lines = new HashMap<>();
    private int count;

    public void measure(String key) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        count = lines.get(key).length();
        lock.unlock();
    }
}
