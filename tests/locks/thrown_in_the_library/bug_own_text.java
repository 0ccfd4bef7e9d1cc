// A text that is closed is not asked for its characters.

package locks.thrown_in_the_library.bug_own_text;

import java.util.concurrent.locks.ReentrantLock;

class Desk {
    private final ReentrantLock lock = new ReentrantLock();
    private final StringBuilder all = new StringBuilder();

    public void write(Line line) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        all.append((CharSequence) line);
        lock.unlock();
    }
}

class Line implements CharSequence {
    private boolean isClosed;

    public int length() {
        if (isClosed) {
            throw new IllegalStateException();
        }
        return 0;
    }

    public char charAt(int index) {
        return ' ';
    }

    public CharSequence subSequence(int start, int end) {
        return this;
    }
}
