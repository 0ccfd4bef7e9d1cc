// Prices below zero are not compared.

package locks.thrown_in_the_library.bug_sorted;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

class Market {
    private final ReentrantLock lock = new ReentrantLock();

    public void sort(List<Price> prices) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        Collections.sort(prices);
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
