// The constructor is called here only, and always with an object.

package rely.objects_given_to_constructors.ok;

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
        purse.coins = 0;
        purse.lock.unlock();
    }
}

class Main {
    public static void main(String[] args) {
        Purse purse = new Purse();
        new Spender(purse).start();
    }
}
