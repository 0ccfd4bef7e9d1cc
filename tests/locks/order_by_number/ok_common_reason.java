// All of them go by the rank.

package locks.order_by_number.ok_common_reason;

class Item {
    final int id;
    final int rank;
    final int age;
    private int count;

    Item(int id, int rank, int age) {
        this.id = id;
        this.rank = rank;
        this.age = age;
    }

    static void one(Item a, Item b) {
        if (a.id < b.id && a.rank < b.rank) {
            synchronized (a) {
                synchronized (b) {
                    b.count++;
                }
            }
        }
    }

    static void two(Item a, Item b) {
        if (a.rank < b.rank && a.age < b.age) {
            synchronized (a) {
                synchronized (b) {
                    b.count++;
                }
            }
        }
    }

    static void three(Item a, Item b) {
        if (a.rank < b.rank) {
            synchronized (a) {
                synchronized (b) {
                    b.count++;
                }
            }
        }
    }
}
