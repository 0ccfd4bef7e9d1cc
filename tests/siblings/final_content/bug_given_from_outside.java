// Wrong: whoever made the object still has the array. Thread 1 runs `int[] a = new int[2]; Sum s = new Sum(a); a[0]++;`
// while thread 2 is in s.raise(): both read 0, both write 1. The class does not guard its content against its maker.

package siblings.final_content.bug_given_from_outside;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Sum {
    private final int[] parts;

    public Sum(int[] parts) {
        this.parts = parts;
    }

    public synchronized void raise() {
        if (parts != null && parts.length > 0) {
            parts[0]++;
        }
    }
}

class Maker {
    public static void main(String[] args) {
        int[] a = new int[2];
        Sum s = new Sum(a);
        new Thread(() -> s.raise()).start();
        a[0]++;
    }
}
