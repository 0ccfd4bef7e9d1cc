// Clients of one city are not told apart by the number of their city.

package locks.order_by_comparison.bug_number_of_a_shared_part;

class City {
    final int number;

    City(int number) {
        this.number = number;
    }
}

class Client {
    private final City city;
    private int orders;

    Client(City city) {
        this.city = city;
    }

    void takeFrom(Client other) {
        boolean isFirst = city.number < other.city.number;
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
