// Iterators and views are used with the lock, and copies without it.

package locks.guarded_views.ok;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();
    @GuardedBy("this") private final Map<String, Integer> ages = new HashMap<>();

    public synchronized void add(String name, int age) {
        names.add(name);
        ages.put(name, age);
    }

    private Iterator<String> iterator() {
        synchronized (this) {
            return names.iterator();
        }
    }

    public synchronized int count() {
        int count = 0;
        for (Iterator<String> i = iterator(); i.hasNext(); i.next()) {
            count++;
        }
        for (String name : ages.keySet()) {
            count++;
        }
        return count;
    }

    public List<String> all() {
        List<String> copy;
        synchronized (this) {
            copy = new ArrayList<>(names.subList(0, 1));
        }
        copy.add("none");
        return copy;
    }

    public synchronized String first() {
        return names.get(0);
    }

    public int firstAge() {
        String first = first();
        synchronized (this) {
            return first.length() + ages.get(first);
        }
    }

    public synchronized List<String> sorted() {
        return names.stream().sorted().toList();
    }
}

class Shared {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final List<String> names = new ArrayList<>();

    public int letters() {
        int letters = 0;
        lock.readLock().lock();
        try {
            for (String name : names) {
                letters += name.length();
            }
        } finally {
            lock.readLock().unlock();
        }
        return letters;
    }
}
