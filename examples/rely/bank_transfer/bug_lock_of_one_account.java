// The lock of one account does not protect the other.

package rely.bank_transfer.bug_lock_of_one_account;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Account {
    //@ global_invariant balance >= 0
    @GuardedBy("this") private int balance;

    //@ requires amount >= 0
    synchronized boolean withdraw(int amount) {
        if (balance < amount) {
            return false;
        }
        balance -= amount;
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

    //@ requires other != null
    synchronized boolean richer(Account other) {
        return balance > other.balance;
//                       ^^^^^^^^^^^^^ guard
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

    public boolean leftIsRicher() {
        return left.richer(right);
    }
}
