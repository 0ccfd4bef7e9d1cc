// What is compared is not the same of both.

package locks.order_by_comparison.bug_two_names;

class Client {
    private final String name, city;
    private int orders;

    Client(String name, String city) {
        this.name = name;
        this.city = city;
    }

    void takeFrom(Client other) {
        boolean isFirst = name.compareTo(other.city) < 0;
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
