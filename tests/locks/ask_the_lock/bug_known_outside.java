// Who calls may hold a lock that he has given himself.

package locks.ask_the_lock.bug_known_outside;

import java.util.concurrent.locks.ReentrantLock;

class Names {
    private final ReentrantLock given;
    private final ReentrantLock own = new ReentrantLock();

    public Names(ReentrantLock given) {
        this.given = given;
    }

    public void add() {
        if (given.isHeldByCurrentThread()) {
            own.lock();
//          ^^^^^^^^^^ lock-not-released
        }
    }
}
