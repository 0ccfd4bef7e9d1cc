// A readers-writer lock: for its users there are only the thread that writes and the set of threads
// that read. The fields of the implementation agree with them whenever nobody is inside of the
// monitor.

package rely.readers_writer_lock.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class ReadersWriterLock {
    //@ ghost Thread writer
    //@ ghost ThreadSet readers

    //@ unwritable_by_env_if holder == tid
    private boolean hasWriter;
    //@ unwritable_by_env_if holder == tid
    private int numReaders;

    //@ global_invariant holder == null ==> (hasWriter <==> writer != null)
    //@ env_assumption \old(writer) == tid ==> writer == tid
    //@ env_assumption \old(writer) != tid ==> writer != tid
    //@ env_assumption \old(readers.contains(tid)) <==> readers.contains(tid)
    //@ env_assumption holder == tid ==> writer == \old(writer) && readers == \old(readers)

    /*@ requires holder != tid
        modifies hasWriter
        action: also_modifies writer ensures \old(writer) == null && writer == tid */
    public synchronized void beginWrite() throws InterruptedException {
        //@ loop_invariant hasWriter <==> writer != null
        while (hasWriter || numReaders > 0) {
            wait();
        }
        hasWriter = true;
        //@ set writer = tid
    }

    /*@ requires holder != tid && writer == tid
        modifies hasWriter
        action: also_modifies writer ensures writer == null */
    public synchronized void endWrite() {
        hasWriter = false;
        //@ set writer = null
        notifyAll();
    }

    /*@ requires holder != tid
        modifies numReaders
        action: also_modifies readers ensures writer == null && readers == \old(readers).with(tid) */
    public synchronized void beginRead() throws InterruptedException {
        //@ loop_invariant hasWriter <==> writer != null
        while (hasWriter || numReaders == Integer.MAX_VALUE) {
            wait();
        }
        numReaders++;
        //@ set readers = readers.with(tid)
    }

    /*@ requires holder != tid && readers.contains(tid)
        modifies numReaders
        action: also_modifies readers ensures readers == \old(readers).without(tid) */
    public synchronized void endRead() {
        numReaders--;
        //@ set readers = readers.without(tid)
        if (numReaders == 0) {
            notifyAll();
        }
    }
}
