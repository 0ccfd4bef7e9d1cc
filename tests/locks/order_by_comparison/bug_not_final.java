// The names may change between two comparisons.

package locks.order_by_comparison.bug_not_final;

class Client {
    private String name;
    private int orders;

    Client(String name) {
        this.name = name;
    }

    void takeFrom(Client other) {
        boolean isFirst = name.compareTo(other.name) < 0;
        Client first = isFirst ? this : other;
        Client second = isFirst ? other : this;
        synchronized (first) {
            synchronized (second) {
//          ^^^^^^^^^^^^^^^^^^^^^ lock-order
                orders += other.orders;
                other.orders = 0;
            }
        }
    }

    void rename(String to) {
        name = to;
    }
}
