// One method compares the other way round.

package locks.order_by_comparison.bug_the_other_way_round;

class Client {
    private final String name;
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

    void giveTo(Client other) {
        boolean isFirst = other.name.compareTo(name) < 0;
        Client first = isFirst ? this : other;
        Client second = isFirst ? other : this;
        synchronized (first) {
            synchronized (second) {
                other.orders += orders;
                orders = 0;
            }
        }
    }
}
