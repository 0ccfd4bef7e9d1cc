// Every access to what a final field leads to holds one lock, or nobody writes it any more.

package rely.content_of_final_fields.ok;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.ThreadSafe;

class Tally {
    int count;

    void add() {
        count++;
    }
}

@ThreadSafe
class Register {
    private final Object lock = new Object();
    private final ReentrantReadWriteLock sides = new ReentrantReadWriteLock();
    private final Set<String> names = new HashSet<>();
    private final List<String> log = new ArrayList<>();
    private final Tally tally = new Tally();
    private final int[] days = new int[7];
    private final int[] primes = new int[] {2, 3, 5};
    private final Map<String, String> words = new HashMap<>();
    private final Map<String, String> open = new ConcurrentHashMap<>();
    private final List<String> wrapped = Collections.synchronizedList(new ArrayList<String>());

    Register(String first) {
        words.put(first, first);
        days[0] = 1;
    }

    public void add(String name) {
        synchronized (lock) {
            enter(name);
        }
        open.put(name, name);
        wrapped.add(name);
    }

    private void enter(String name) {
        names.add(name);
        tally.add();
        days[1]++;
    }

    public boolean has(String name) {
        synchronized (lock) {
            return names.contains(name) && tally.count > 0 && days[1] > 0;
        }
    }

    public int prime() {
        return primes[2];
    }

    public boolean knows(String word) {
        return words.containsKey(word) || open.containsKey(word);
    }

    public void write(String line) {
        sides.writeLock().lock();
        try {
            log.add(line);
        } finally {
            sides.writeLock().unlock();
        }
    }

    public List<String> lines() {
        sides.readLock().lock();
        try {
            return new ArrayList<String>(log);
        } finally {
            sides.readLock().unlock();
        }
    }
}
