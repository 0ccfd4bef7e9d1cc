// All agree on the rank.

package locks.order_common_to_all.ok;

import java.util.concurrent.atomic.AtomicInteger;

class Player {
    final int id;
    final int rank;
    final int age;

    Player(int id, int rank, int age) {
        this.id = id;
        this.rank = rank;
        this.age = age;
    }
}

class Match {
    private final AtomicInteger played = new AtomicInteger();

    public void first(Player one, Player other) {
        if (one.id < other.id && one.rank < other.rank) {
            synchronized (one) {
                synchronized (other) {
                    played.incrementAndGet();
                }
            }
        }
    }

    public void second(Player one, Player other) {
        if (one.rank < other.rank && one.age < other.age) {
            synchronized (one) {
                synchronized (other) {
                    played.incrementAndGet();
                }
            }
        }
    }

    public void third(Player one, Player other) {
        if (one.rank < other.rank && one.age > other.age) {
            synchronized (one) {
                synchronized (other) {
                    played.incrementAndGet();
                }
            }
        }
    }
}
