// One constructor leaves the rest to another, and then puts a second lock in place of the first.

package locks.written_again.bug_behind_another_constructor;

import java.util.concurrent.locks.ReentrantLock;

class Table {
    private ReentrantLock lock;
    private int rows;

    Table() {
        lock = new ReentrantLock();
        new Thread(this::add).start();
    }

    Table(int rows) {
        this();
        lock = new ReentrantLock();
//      ^^^^ lock-unknown
    }

    private void add() {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        rows++;
//      ^^^^ lock-unknown
        lock.unlock();
//      ^^^^^^^^^^^^^ lock-not-held
    }
}
