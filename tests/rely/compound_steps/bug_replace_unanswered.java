// `replace` does nothing if another thread has replaced the value in between.

package rely.compound_steps.bug_replace_unanswered;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Words {
    private final ConcurrentMap<String, String> texts = new ConcurrentHashMap<>();

    public void append(String name, String more) {
        String text = texts.get(name);
        if (text != null) {
            texts.replace(name, text, text + more);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step nothing depends on the answer
        }
    }
}
