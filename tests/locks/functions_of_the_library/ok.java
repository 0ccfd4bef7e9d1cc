// The function takes what comes last, and whatever it throws, the lock is given back.

package locks.functions_of_the_library.ok;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

class Names {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object counter = new Object();
    private int seen;
    private final List<String> names = new ArrayList<>();
    private final Consumer<String> count = name -> {
        synchronized (counter) {
            seen++;
        }
    };
    private final Comparator<String> order = Comparator.comparing(name -> length(name));
    private final CompletableFuture<String> first = new CompletableFuture<>();

    private int length(String name) {
        synchronized (counter) {
            return name.length();
        }
    }

    public void all() {
        lock.lock();
        try {
            names.forEach(count);
            names.sort(order);
        } finally {
            lock.unlock();
        }
    }

    public void each(Consumer<String> action) {
        lock.lock();
        try {
            names.forEach(action);
        } finally {
            lock.unlock();
        }
    }

    public void sorted() {
        lock.lock();
        names.sort(Comparator.reverseOrder());
        lock.unlock();
    }

    public void onFirst() {
        first.thenAccept(name -> {
            synchronized (counter) {
                seen++;
            }
        });
    }

    public void add(String name) {
        lock.lock();
        try {
            first.complete(name);
        } finally {
            lock.unlock();
        }
    }
}
