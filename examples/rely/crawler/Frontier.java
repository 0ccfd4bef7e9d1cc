package crawler;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

/**
 * The addresses that wait for a visit, in the order of their arrival.
 *
 * <p>Workers wait while there are none. When the frontier is closed, those that wait are sent home, and nothing is added any
 * more.
 */
@ThreadSafe
class Frontier {
    private static final int CAPACITY = 128;

    @GuardedBy("this") private final Url[] ring = new Url[CAPACITY];
    @GuardedBy("this") private int head;
    @GuardedBy("this") private int count;
    @GuardedBy("this") private int dropped;
    //@ env_assumption \old(closed) ==> closed
    @GuardedBy("this") private boolean closed;

    //@ global_invariant ring != null && ring.length == 128
    //@ global_invariant 0 <= head && head < 128 && 0 <= count && count <= 128 && dropped >= 0

    /** Adds an address, unless there is no room or the frontier is closed. */
    //@ modifies ring[*], count, dropped
    public synchronized boolean put(Url url) {
        if (url == null || closed) {
            return false;
        }
        if (count == CAPACITY) {
            if (dropped < Integer.MAX_VALUE) {
                dropped++;
            }
            return false;
        }
        ring[(head + count) % CAPACITY] = url;
        count++;
        notify();
        return true;
    }

    /** Waits for an address; null if the frontier is closed and empty. */
    //@ modifies ring[*], head, count
    public synchronized Url take() throws InterruptedException {
        while (count == 0 && !closed) {
            wait();
        }
        if (count == 0) {
            //@ assert closed
            return null;
        }
        Url url = ring[head];
        ring[head] = null;
        head = (head + 1) % CAPACITY;
        count--;
        return url;
    }

    /** Like `take`, without waiting. */
    //@ modifies ring[*], head, count
    public synchronized Url poll() {
        if (count == 0) {
            return null;
        }
        Url url = ring[head];
        ring[head] = null;
        head = head + 1 == CAPACITY ? 0 : head + 1;
        count--;
        return url;
    }

    /** The addresses in their order, without taking them. */
    //@ modifies \nothing
    public synchronized Url[] toArray() {
        Url[] all = new Url[count];
        //@ loop_invariant 0 <= i && i <= all.length
        for (int i = 0; i < all.length; i++) {
            all[i] = ring[(head + i) % CAPACITY];
        }
        return all;
    }

    //@ modifies \nothing
    public synchronized int size() {
        return count;
    }

    //@ modifies \nothing
    public synchronized int dropped() {
        return dropped;
    }

    //@ modifies closed
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    //@ modifies \nothing
    public synchronized boolean isClosed() {
        return closed;
    }

    //@ ensures \result != null
    static Frontier make() {
        return new Frontier();
    }
}
