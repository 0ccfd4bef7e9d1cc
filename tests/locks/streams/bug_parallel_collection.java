// The threads of a parallel stream change a collection at once.

package locks.streams.bug_parallel_collection;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public synchronized void add(List<String> all) {
        all.parallelStream().forEach(name -> names.add(name));
//                                           ^^^^^^^^^^^^^^^ guarded-access
    }
}
