// Right: the array is filled by the constructor and only read afterwards; it is the object's own.

package siblings.final_content.ok_never_written;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Squares {
    private final int[] squares = new int[10];

    public Squares() {
        for (int i = 0; i < 10; i++) {
            squares[i] = i * i;
        }
    }

    public int of(int i) {
        return 0 <= i && i < 10 ? squares[i] : -1;
    }
}
