// One of the calls gives nothing.

package rely.objects_given_to_constructors.bug_null;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

class Purse {
    final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") int coins;
}

class Spender extends Thread {
    private final Purse purse;

    Spender(Purse purse) {
        this.purse = purse;
    }

    @Override
    public void run() {
        purse.lock.lock();
//      ^^^^^^^^^^ implicit-exception
        purse.coins = 0;
        purse.lock.unlock();
    }
}

class Main {
    public static void main(String[] args) {
        Purse purse = new Purse();
        new Spender(purse).start();
        new Spender(null).start();
    }
}
