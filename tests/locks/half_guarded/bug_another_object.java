// The lock is that of another object of the same class.

package locks.half_guarded.bug_another_object;

class Account {
    private int money;

    public synchronized void add(int amount) {
        money += amount;
    }

    public synchronized boolean isRicher(Account other) {
        return money > other.money;
//                     ^^^^ shared-field
    }
}
