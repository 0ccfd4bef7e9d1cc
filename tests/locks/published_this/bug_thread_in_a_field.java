// The thread is started from the field that it was stored in.

package locks.published_this.bug_thread_in_a_field;

import net.jcip.annotations.GuardedBy;

class Table {
    private final Thread cleaner;
    @GuardedBy("this") private int rows;

    Table() {
        cleaner = new Thread(() -> {
            synchronized (this) {
                rows++;
            }
        });
        cleaner.start();
        rows = 1;
//      ^^^^ guarded-access
    }

    public void stop() {
        cleaner.interrupt();
    }
}
