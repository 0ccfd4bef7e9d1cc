// Between the test and the withdrawal another thread may withdraw.

package rely.bank_transfer.bug_check_then_act;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Account {
    //@ global_invariant balance >= 0
    @GuardedBy("this") private int balance;

    //@ requires amount >= 0
    boolean withdraw(int amount) {
        if (balance() < amount) {
            return false;
        }
        synchronized (this) {
            balance -= amount;
//          ^^^^^^^ global-invariant
        }
        return true;
    }

    //@ requires amount >= 0
    synchronized boolean deposit(int amount) {
        if (balance > Integer.MAX_VALUE - amount) {
            return false;
        }
        balance += amount;
        return true;
    }

    synchronized int balance() {
        return balance;
    }
}

@ThreadSafe
class Bank {
    private final Account left = new Account();
    private final Account right = new Account();

    public boolean transfer(int amount) {
        if (amount < 0 || !left.withdraw(amount)) {
            return false;
        }
        if (right.deposit(amount)) {
            return true;
        }
        return left.deposit(amount);
    }
}
