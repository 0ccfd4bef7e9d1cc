package crawler;

/**
 * A lock that one writer or up to three readers hold at a time.
 *
 * <p>For its users there are only the thread that writes and the set of threads that read; no thread reads while another one
 * writes. A thread that holds the lock in one way must not ask for it in the other way, nor a second time.
 */
class ReadersWriterLock {
    //@ ghost Thread writer
    //@ ghost ThreadSet readers

    //@ unwritable_by_env_if holder == tid
    private boolean hasWriter;
    //@ unwritable_by_env_if holder == tid
    private Thread first;
    //@ unwritable_by_env_if holder == tid
    private Thread second;
    //@ unwritable_by_env_if holder == tid
    private Thread third;

    //@ global_invariant writer != null ==> hasWriter
    //@ global_invariant \forall Thread t; readers.contains(t) ==> t == first || t == second || t == third
    //@ global_invariant \forall Thread t; readers.contains(t) ==> t != null
    //@ global_invariant writer != null ==> (\forall Thread t; !readers.contains(t))

    //@ env_assumption \old(writer) == tid ==> writer == tid
    //@ env_assumption \old(writer) != tid ==> writer != tid
    //@ env_assumption \old(readers.contains(tid)) <==> readers.contains(tid)
    /*@ env_assumption holder == tid ==>
          writer == \old(writer) && (\forall Thread t; readers.contains(t) <==> \old(readers.contains(t))) */

    /*@ modifies hasWriter
        action: also_modifies writer ensures \old(writer) == null && writer == tid */
    void beginWrite() throws InterruptedException {
        synchronized (this) {
            while (hasWriter || first != null || second != null || third != null) {
                wait();
            }
            hasWriter = true;
            //@ set writer = tid
        }
    }

    /*@ requires writer == tid
        modifies hasWriter
        action: also_modifies writer ensures writer == null */
    void endWrite() {
        synchronized (this) {
            //@ set writer = null
            hasWriter = false;
            notifyAll();
        }
    }

    /*@ modifies first, second, third
        action: also_modifies readers ensures writer == null && readers == \old(readers).with(tid) */
    void beginRead() throws InterruptedException {
        Thread me = Thread.currentThread();
        synchronized (this) {
            while (hasWriter || first != null && second != null && third != null) {
                wait();
            }
            if (first == null) {
                first = me;
            } else if (second == null) {
                second = me;
            } else {
                third = me;
            }
            //@ set readers = readers.with(tid)
        }
    }

    /*@ requires readers.contains(tid)
        modifies first, second, third
        action: also_modifies readers ensures readers == \old(readers).without(tid) */
    void endRead() {
        Thread me = Thread.currentThread();
        synchronized (this) {
            //@ set readers = readers.without(tid)
            if (first == me) {
                first = null;
            } else if (second == me) {
                second = null;
            } else if (third == me) {
                third = null;
            }
            notifyAll();
        }
    }
}
