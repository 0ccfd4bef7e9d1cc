// What is inherited asks for elements that may not be there yet.

package locks.thrown_in_the_library.bug_own_list;

import java.util.AbstractList;
import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final ReentrantLock lock = new ReentrantLock();
    private final Pages pages = new Pages();
    private int first;

    public void find(String page) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        first = pages.indexOf(page);
        lock.unlock();
    }
}

class Pages extends AbstractList<String> {
    private boolean isClosed;

    public String get(int index) {
        if (isClosed) {
            throw new IllegalStateException();
        }
        return "page";
    }

    public int size() {
        return 1;
    }
}
