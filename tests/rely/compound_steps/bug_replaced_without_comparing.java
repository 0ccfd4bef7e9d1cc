// `replace` with two arguments is one step, but it does not compare with what was read.

package rely.compound_steps.bug_replaced_without_comparing;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Words {
    private final ConcurrentMap<String, String> texts = new ConcurrentHashMap<>();

    public boolean append(String name, String more) {
        String text = texts.get(name);
        return text != null && texts.replace(name, text + more) != null;
//                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step computed from the value read before
    }
}
