import java.util.concurrent.atomic.AtomicInteger;

@interface GuardedBy {
    String value();
}

@interface ThreadSafe {
}

/** Annotations wherever they may stand. */
//@ global_invariant count >= 0
@ThreadSafe
class Annotated {
    //@ ghost Thread owner
    //@ ghost ThreadSet readers
    /*@ env_assumption \old(count) <= count
      @   && (owner == tid ==> \old(owner) == owner) @*/

    @GuardedBy("this") private int count;
    @GuardedBy("lock") private Annotated next; //@ writable_if lock.holder == tid
    private final Object lock = new Object();
    //@ unwritable_by_env_if owner == tid
    //@ readable_if \forall int i; 0 <= i &&
    //@     i < data.length ==> data[i] != 0
    private int[] data;
    @GuardedBy("Annotated.class") static int all;
    @GuardedBy("lock()") int more;
    final AtomicInteger mutex = new AtomicInteger();

    Object lock() {
        return lock;
    }

    /*@ requires amount > 0;
      @ modifies count, data[*];
      @ action: also_modifies owner ensures owner == tid && \old(owner) == null;
      @ action: ensures count == \old(count) + amount;
      @ ensures \result == count && mutex.get()' == 0; @*/
    synchronized int add(int amount) {
        //@ assert holder == tid
        int before = count;
        //@ set owner = tid
        //@ set readers = readers.with(tid)
        //@ loop_invariant count <= before + amount && tid != main
        while (count < before + amount) {
            count++;
        }
        //@ assume \exists Annotated a; a != this && !(a.next instanceof Annotated)
        return count;
    }

    //@ acquires r
    //@ needs r | w
    //@ inline
    void locks() {
    }
}
