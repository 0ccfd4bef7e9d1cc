// The fields do not say that they hold collections.

package locks.guarded_content.bug_wider_type;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private Object names = new ArrayList<String>();
    @GuardedBy("this") private Iterable<String> others = new ArrayList<String>();

    @SuppressWarnings("unchecked")
    public void add(String name) {
        List<String> list;
        synchronized (this) {
            list = (List<String>) names;
        }
        list.add(name);
//      ^^^^^^^^^^^^^^ guarded-access
    }

    public int length() {
        Iterable<String> all;
        synchronized (this) {
            all = others;
        }
        int sum = 0;
        for (String name : all) {
//      ^^^ guarded-access
            sum += name.length();
        }
        return sum;
    }

    public synchronized void clear() {
        names = new ArrayList<String>();
        others = new ArrayList<String>();
    }
}
