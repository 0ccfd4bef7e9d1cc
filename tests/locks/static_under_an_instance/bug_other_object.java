// The field of the other account is written with the lock of this one.

package locks.static_under_an_instance.bug_other_object;

class Account {
    private int balance;

    public synchronized void give(Account other, int n) {
        other.balance += n;
//      ^^^^^^^^^^^^^ lock-unknown
    }
}
