// Clauses name fields, or modes of which each is taken by one method and given back by another, perhaps of another class.

package locks.words_of_clauses.ok;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Account {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int balance;

    //@ acquires lock
    private void begin() {
        lock.lock();
    }

    //@ releases lock
    private void end() {
        lock.unlock();
    }

    public void add(int amount) {
        begin();
        balance += amount;
        end();
    }
}

interface Entrance {
    //@ acquires m
    void enter() throws InterruptedException;
}

interface Exit {
    //@ releases m
    void leave();
}

class Gate implements Entrance, Exit {
    private boolean busy;

    @Override
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    @Override
    public synchronized void leave() {
        busy = false;
        notifyAll();
    }
}

class Visitor {
    private final Gate gate = new Gate();

    public void visit() throws InterruptedException {
        gate.enter();
        gate.leave();
    }
}
