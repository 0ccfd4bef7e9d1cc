// Names that differ may be equal for this comparison, and which one comes first is then chance.

package locks.order_by_comparison.bug_ignores_case;

class Client {
    private final String name;
    private int orders;

    Client(String name) {
        this.name = name;
    }

    void takeFrom(Client other) {
        boolean isFirst = name.compareToIgnoreCase(other.name) < 0;
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
}
