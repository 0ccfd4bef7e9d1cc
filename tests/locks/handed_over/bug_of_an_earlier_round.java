// What a loop made in the round before has no name any more, and is still looked at.

package locks.handed_over.bug_of_an_earlier_round;

import net.jcip.annotations.GuardedBy;

class Tasks {
    private final Object lock = new Object();
    @GuardedBy("lock") private int runs;

    public void all() {
        Runnable last = null;
        for (int i = 0; i < 3; i++) {
            Runnable before = last;
            last = () -> runs++;
//                       ^^^^ guarded-access
            if (before != null) {
                synchronized (lock) {
                    before.run();
                }
            }
        }
    }
}
