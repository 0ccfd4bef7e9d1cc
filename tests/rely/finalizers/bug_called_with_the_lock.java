// The program calls the finaliser with the lock, and the garbage collector calls it without.

package rely.finalizers.bug_called_with_the_lock;

import net.jcip.annotations.GuardedBy;

class Handle {
    @GuardedBy("this") private int uses;

    public synchronized void close() {
        uses++;
        finalize();
    }

    @Override
    protected void finalize() {
        uses = 0;
//      ^^^^^^^^ guard
    }
}
