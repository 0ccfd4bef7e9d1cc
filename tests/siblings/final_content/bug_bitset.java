// Wrong: java.util.BitSet is not thread-safe: two threads that set bits 1 and 2 of one word lose one of them.

package siblings.final_content.bug_bitset;

import java.util.BitSet;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Marks {
    private final BitSet bits = new BitSet();

    public void mark(int i) {
        if (i >= 0) {
            bits.set(i);
        }
    }

    public boolean marked(int i) {
        return i >= 0 && bits.get(i);
    }
}
