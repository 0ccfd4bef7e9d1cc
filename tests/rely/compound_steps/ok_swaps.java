// Swaps whose answer is looked at, returned, or of no consequence.

package rely.compound_steps.ok_swaps;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Meter {
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicBoolean isOpen = new AtomicBoolean();
    private final ConcurrentMap<String, String> texts = new ConcurrentHashMap<>();

    public void count() {
        int old = count.get();
        while (!count.compareAndSet(old, old + 1)) {
            old = count.get();
        }
    }

    public boolean tryCount() {
        int old = count.get();
        return count.compareAndSet(old, old + 1);
    }

    public void countIfQuiet() {
        tryCount();
    }

    private boolean tryAdd(int more) {
        int old = count.get();
        return count.compareAndSet(old, old + more);
    }

    public void add(int more) {
        boolean isDone = false;
        while (!isDone) {
            isDone = tryAdd(more);
        }
    }

    public void open() {
        isOpen.compareAndSet(false, true);
    }

    public void append(String name, String more) {
        while (true) {
            String text = texts.get(name);
            if (text == null || texts.replace(name, text, text + more)) {
                return;
            }
        }
    }

    public void forget(String name) {
        String text = texts.get(name);
        if (text != null && text.length() > 100) {
            texts.remove(name, text);
        }
    }
}
