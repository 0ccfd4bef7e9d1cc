// The text tells that these arguments are none that the library refuses.

package locks.refused_arguments.ok;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

class Office {
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<String, Integer> places = new TreeMap<>();
    private final TreeMap<Object, Integer> ordered = new TreeMap<>(new ByHash());
    private final Object[] rooms = new Object[4];
    private Map<String, String> entries;
    private Set<String> names;
    private Phaser start;
    private BitSet taken;
    private int count;
    private String path;

    public void clear() {
        lock.lock();
        entries = new HashMap<>(16);
        entries = new LinkedHashMap<>(16, 0.75f, true);
        taken = new BitSet(64);
        lock.unlock();
    }

    public void copy(int size, String text) {
        if (text == null) {
            return;
        }
        lock.lock();
        entries = new HashMap<>(text.length());
        if (size >= 0) {
            entries = new HashMap<>(size);
        }
        lock.unlock();
    }

    public void rest() {
        lock.lock();
        try {
            Thread.sleep(100);
        } catch (InterruptedException stopped) {
            count++;
        }
        Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
        lock.unlock();
    }

    public void read(String text) {
        if (text == null) {
            return;
        }
        lock.lock();
        count = text.split(", *").length;
        path = System.getProperty("user.dir");
        System.out.printf("%s: %s%n", path, text);
        lock.unlock();
    }

    public void name() {
        lock.lock();
        names = Set.of("a", "b");
        entries = Map.of("a", "1", "b", "2");
        start = new Phaser(2);
        lock.unlock();
    }

    public void add(String key, Object other, String[] words) {
        if (words == null) {
            return;
        }
        lock.lock();
        places.put(key, 1);
        ordered.put(other, 2);
        Arrays.sort(words);
        Arrays.fill(rooms, null);
        lock.unlock();
    }

    public void write(String format, Object amount) {
        lock.lock();
        try {
            path = String.format(format, amount);
        } finally {
            lock.unlock();
        }
    }
}

class ByHash implements Comparator<Object> {
    public int compare(Object left, Object right) {
        return Integer.compare(System.identityHashCode(left), System.identityHashCode(right));
    }
}
