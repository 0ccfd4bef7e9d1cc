// Two threads are let in at a time.

package locks.alone_with_the_lock.bug_two_at_a_time;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Gate {
    private int free = 2;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (free == 0) {
            wait();
        }
        free--;
    }

    //@ releases m
    synchronized void leave() {
        free++;
        notifyAll();
    }
}

class Counter {
    private final Gate gate = new Gate();
    private final ReentrantReadWriteLock sides = new ReentrantReadWriteLock();
    @GuardedBy("gate") private int x;
    //@ needs gate.m
    private int y;
    //@ needs sides.readLock()
    private int z;

    public void count() throws InterruptedException {
        gate.enter();
        x++;
//      ^^^ lock-unknown
        y++;
//      ^^^ lock-unknown
        gate.leave();
    }

    public int read() {
        sides.readLock().lock();
        int read = z;
        sides.readLock().unlock();
        return read;
    }

    public void write(int value) {
        sides.writeLock().lock();
        z = value;
        sides.writeLock().unlock();
    }
}
