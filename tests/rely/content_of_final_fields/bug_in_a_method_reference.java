// Who has the function adds to the list without the lock.

package rely.content_of_final_fields.bug_in_a_method_reference;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names {
    private final List<String> names = new ArrayList<>();
    private final Set<String> tags = new HashSet<>();
    private final Consumer<String> tagger = tags::add;

    public synchronized int size() {
        return names.size() + tags.size();
    }

    public synchronized Consumer<String> adder() {
//                                       ^^^^^ unprotected-content
        return names::add;
    }

    public Consumer<String> tagger() {
//                          ^^^^^^ unprotected-content
        return tagger;
    }
}
