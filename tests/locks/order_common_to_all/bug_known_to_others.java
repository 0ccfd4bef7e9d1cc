// Two that everybody knows are taken without a look at their numbers.

package locks.order_common_to_all.bug_known_to_others;

class Player {
    final int id;

    Player(int id) {
        this.id = id;
    }
}

class Match {
    private static final Player HOME = new Player(1);
    private static final Player GUEST = new Player(2);
    private int played;

    public void any(Player one, Player other) {
        if (one.id < other.id) {
            synchronized (one) {
                synchronized (other) {
//              ^^^^^^^^^^^^^^^^^^^^ lock-order
                    played++;
//                  ^^^^^^ lock-unknown
                }
            }
        }
    }

    public void final_() {
        synchronized (GUEST) {
            synchronized (HOME) {
                played++;
            }
        }
    }

    public Player home() {
        return HOME;
    }

    public Player guest() {
        return GUEST;
    }
}
