// Right: what the final field leads to has final fields only.

package siblings.final_content.ok_immutable_holder;

import net.jcip.annotations.ThreadSafe;

class Pair {
    final int x;
    final int y;

    Pair(int x, int y) {
        this.x = x;
        this.y = y;
    }
}

@ThreadSafe
class Fixed {
    private final Pair pair = new Pair(1, 2);

    public int sum() {
        return pair.x + pair.y;
    }
}
