// A text is written into an array of which something is declared.

package rely.arrays_and_the_library.bug_written_by_a_text;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Letters {
    //@ global_invariant letters[0] == 'a'
    private final char[] letters = new char[1];

    public Letters() {
        letters[0] = 'a';
    }

    public void write(String text) {
        if (text != null && text.length() > 0) {
            text.getChars(0, 1, letters, 0);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
        }
    }
}
