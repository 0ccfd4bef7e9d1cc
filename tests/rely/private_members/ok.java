// Private members are their class's own: others, below it too, have what bears the same name elsewhere.

package rely.private_members.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Office {
    @GuardedBy("this") private int letters;

    static class Desk {
        private int letters;
        final int space;

        private Desk(int drawers) {
            space = 1;
        }

        Desk(long drawers) {
            this(1);
        }

        private int size(int drawers) {
            return 1;
        }

        int size(long drawers) {
            return 2;
        }

        static int sizeOf(Desk desk) {
            return desk.size(3);
        }
    }

    class Clerk extends Desk {
        Clerk() {
            super(3L);
        }

        void clear() {
            synchronized (Office.this) {
                letters = 0;
            }
            super.letters = 0;
        }
    }

    public void close() {
        new Clerk().clear();
        int own = Desk.sizeOf(new Clerk());
        assert own == 1;
        int others = Shop.sizeOf(new Clerk());
        assert others == 1;
    }
}

class Shop {
    private static int size(Office.Desk desk) {
        return 1;
    }

    static int sizeOf(Office.Desk desk) {
        return desk.size(3) - size(desk);
    }
}
