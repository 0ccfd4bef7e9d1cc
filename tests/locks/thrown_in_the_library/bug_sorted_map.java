// Prices below zero are not compared.

package locks.thrown_in_the_library.bug_sorted_map;

import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

class Market {
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Price, String> names = new TreeMap<>();

    public void add(Price price) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        names.put(price, "new");
        lock.unlock();
    }
}

class Price implements Comparable<Price> {
    private final int amount;

    Price(int amount) {
        this.amount = amount;
    }

    public int compareTo(Price other) {
        if (amount < 0) {
            throw new IllegalStateException();
        }
        return Integer.compare(amount, other.amount);
    }
}
