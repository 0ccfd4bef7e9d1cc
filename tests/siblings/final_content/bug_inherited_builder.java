// Wrong: the StringBuilder is declared in a class above, which says nothing about threads; two threads that call
// append() corrupt its length and its array.

package siblings.final_content.bug_inherited_builder;

import net.jcip.annotations.ThreadSafe;

class Text {
    protected final StringBuilder text = new StringBuilder();
}

@ThreadSafe
class Log extends Text {
    public void append(String s) {
        text.append(s);
    }

    public int length() {
        return text.length();
    }
}
