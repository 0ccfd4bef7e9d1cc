// Only the method that the program begins with is run by the main thread alone.

package rely.entry_points.bug_another_main;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Program {
    //@ writable_if tid == main
    private static int count;

    public static void main(int start) {
        count = start;
//      ^^^^^^^^^^^^^ write-not-allowed
    }
}
