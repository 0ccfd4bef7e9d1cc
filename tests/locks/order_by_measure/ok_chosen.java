// Which comes first is chosen before, and the numbers of some are known.

package locks.order_by_measure.ok_chosen;

class Account {
    private final int id;
    private int balance;

    Account(int id) {
        this.id = id;
    }

    public static void move(Account from, Account to, int amount) {
        Account first = from.id < to.id ? from : to;
        Account second = from.id < to.id ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void both(Account from, Account to) {
        if (from.id < to.id) {
            synchronized (from) {
                synchronized (to) {
                    from.balance = to.balance;
                }
            }
        }
    }

    public static void main(String[] args) {
        Account one = new Account(1);
        Account two = new Account(2);
        new Thread(() -> both(one, two)).start();
        both(two, one);
    }
}
