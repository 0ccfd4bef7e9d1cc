// One step where steps belong together, or one lock around them and around every other write.

package rely.compound_steps.ok;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Meter {
    private final AtomicInteger count = new AtomicInteger();
    private final ConcurrentMap<String, String> seen = new ConcurrentHashMap<>();
    private volatile boolean isStopped;
    private volatile int level;
    private volatile Object shared;

    public void count() {
        count.incrementAndGet();
    }

    public void twice() {
        int old;
        do {
            old = count.get();
        } while (!count.compareAndSet(old, old * 2));
    }

    public void stop() {
        isStopped = true;
    }

    public void work() {
        while (!isStopped) {
            count.incrementAndGet();
        }
        isStopped = false;
    }

    public synchronized void raise() {
        level++;
    }

    public synchronized void reset() {
        level = 0;
    }

    public int level() {
        return level;
    }

    public Object shared() {
        Object found = shared;
        if (found == null) {
            synchronized (this) {
                found = shared;
                if (found == null) {
                    found = new Object();
                    shared = found;
                }
            }
        }
        return found;
    }

    public String see(String name) {
        String known = seen.get(name);
        if (known == null) {
            known = seen.putIfAbsent(name, name);
        }
        return known;
    }
}
