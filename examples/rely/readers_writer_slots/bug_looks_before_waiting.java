// After it has waited, the writer goes on where it was instead of looking again.

package rely.readers_writer_slots.bug_looks_before_waiting;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class SlotLock {
    //@ ghost ThreadSet readers

    //@ unwritable_by_env_if holder == tid
    private Thread writer;
    private final Thread[] slots = new Thread[4];

    //@ global_invariant slots.length == 4
    //@ global_invariant \forall SlotLock other; other != this ==> other.slots != slots
    //@ global_invariant \forall Thread t; readers.contains(t) ==> (\exists int i; 0 <= i && i < 4 && slots[i] == t)
    //@ global_invariant \forall Thread t; readers.contains(t) ==> t != null
    //@ global_invariant writer != null ==> (\forall Thread t; !readers.contains(t))
    //@ env_assumption \old(writer) == tid ==> writer == tid
    //@ env_assumption \old(writer) != tid ==> writer != tid
    //@ env_assumption \old(readers.contains(tid)) <==> readers.contains(tid)
    //@ env_assumption holder == tid ==> (\forall Thread t; readers.contains(t) <==> \old(readers.contains(t)))
    //@ env_assumption holder == tid ==> (\forall int i; 0 <= i && i < 4 ==> slots[i] == \old(slots[i]))

    //@ action: also_modifies writer ensures \old(writer) == null && writer == tid
    public synchronized void beginWrite() throws InterruptedException {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= 4 && (\forall int j; 0 <= j && j < i ==> slots[j] == null)
//          ^^^^^^^^^^^^^^ java-loop-invariant
        while (writer != null || i < 4) {
            if (writer == null && slots[i] == null) {
                i++;
            } else {
                wait();
                i = i < 4 ? i : 0;
            }
        }
        writer = Thread.currentThread();
    }

    //@ requires writer == tid
    //@ action: also_modifies writer ensures writer == null
    public synchronized void endWrite() {
        writer = null;
        notifyAll();
    }

    /*@ modifies slots[*]
        action: also_modifies readers ensures writer == null && readers == \old(readers).with(tid) */
    public synchronized void beginRead() throws InterruptedException {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= 4
        while (writer != null || i == 4 || slots[i] != null) {
            if (writer == null && i < 4) {
                i++;
            } else {
                wait();
                i = 0;
            }
        }
        slots[i] = Thread.currentThread();
        //@ set readers = readers.with(tid)
    }

    /*@ requires readers.contains(tid)
        modifies slots[*]
        action: also_modifies readers ensures readers == \old(readers).without(tid) */
    public synchronized void endRead() {
        Thread me = Thread.currentThread();
        int i = 0;
        //@ set readers = readers.without(tid)
        //@ loop_invariant 0 <= i && i <= 4
        while (i < 4 && slots[i] != me) {
            i++;
        }
        if (i < 4) {
            slots[i] = null;
        }
        notifyAll();
    }
}
