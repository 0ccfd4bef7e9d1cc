// What the library gives back as a text is what a class of the program says, which may be nothing.

package rely.callbacks.bug_text_is_null;

import net.jcip.annotations.ThreadSafe;

class Silent {
    public String toString() {
        return null;
    }
}

@ThreadSafe
class Board {
    private volatile int length;

    public void show(Silent what) {
        length = String.valueOf((Object) what).length();
//               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ implicit-exception
    }
}
