// What the library runs here throws nothing, or nothing that it is asked for.

package locks.thrown_in_the_library.ok;

import java.util.AbstractList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

class Market {
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Price, String> names = new TreeMap<>();
    private final TreeMap<String, String> backwards = new TreeMap<>((left, right) -> right.compareTo(left));
    private final HashMap<String, String> plain = new HashMap<>();
    private final Pages pages = new Pages();
    private final ThreadLocal<String> owner = new ThreadLocal<>() {
        protected String initialValue() {
            return "nobody";
        }
    };
    private String last;
    private int first;

    public void add(Price price, List<Price> prices) {
        lock.lock();
        names.put(price, "new");
        backwards.put("a", "b");
        plain.put("a", "b");
        Collections.sort(prices);
        lock.unlock();
    }

    public void find(String page, Ring ring) {
        lock.lock();
        first = pages.indexOf(page);
        last = String.join(",", ring);
        last = owner.get();
        lock.unlock();
    }

    public void run(List<Price> odds) {
        Thread worker = new Thread(() -> System.out.println("works"));
        lock.lock();
        worker.run();
        try {
            Collections.sort(odds);
        } finally {
            lock.unlock();
        }
    }
}

class Price implements Comparable<Price> {
    private final int amount;

    Price(int amount) {
        this.amount = amount;
    }

    public int compareTo(Price other) {
        return Integer.compare(amount, other.amount);
    }
}

class Pages extends AbstractList<String> {
    private final String[] pages = new String[4];

    public String get(int index) {
        return pages[index];
    }

    public int size() {
        return pages.length;
    }
}

class Ring implements Iterable<String> {
    public Iterator<String> iterator() {
        return new Round();
    }
}

class Round implements Iterator<String> {
    private int left = 3;

    public boolean hasNext() {
        return left > 0;
    }

    public String next() {
        if (left == 0) {
            throw new NoSuchElementException();
        }
        left--;
        return "paper";
    }
}
