// The field is written with the side of readers.

package locks.alone_with_the_lock.bug_written_by_a_reader;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

class Gate {
    private boolean isTaken;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (isTaken) {
            wait();
        }
        isTaken = true;
    }

    //@ releases m
    synchronized void leave() {
        isTaken = false;
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
        y++;
        gate.leave();
    }

    public int read() {
        sides.readLock().lock();
        int read = z;
        sides.readLock().unlock();
        return read;
    }

    public void write(int value) {
        sides.readLock().lock();
        z = value;
//      ^^^^^^^^^ guarded-access
        sides.readLock().unlock();
    }
}
