// The loop changes the number; that there is an object which refers to this one changes nothing about that.

package rely.loops.bug_beside_an_inner_object;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Numbers {
    @GuardedBy("this")
    private int number;

    class Cursor {
        int at;
    }

    public synchronized void reset() {
        number = 1;
        Cursor cursor = new Cursor();
        boolean again = true;
        while (again) {
            number = 9;
            again = false;
        }
        //@ assert number == 1
//          ^^^^^^ java-assertion
    }
}
