// The first field gets another lock after the second one has got the old one.

package locks.written_again.bug_initialiser;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Pair {
    private static Lock first = new ReentrantLock();
    private static Lock second = first;
    private static int count;

    static {
        first = new ReentrantLock();
    }

    public static void add() {
        first.lock();
//      ^^^^^^^^^^^^ lock-not-released
        count++;
        second.unlock();
//      ^^^^^^^^^^^^^^^ lock-not-held
    }
}
