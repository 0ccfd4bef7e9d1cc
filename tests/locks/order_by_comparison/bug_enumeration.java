// Many objects have the same constant: of these, nobody knows which comes first.

package locks.order_by_comparison.bug_enumeration;

enum Rank { SILVER, GOLD }

class Client {
    private final Rank rank;
    private int orders;

    Client(Rank rank) {
        this.rank = rank;
    }

    void takeFrom(Client other) {
        boolean isFirst = rank.compareTo(other.rank) <= 0;
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
