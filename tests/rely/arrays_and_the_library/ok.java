// What the library writes to arrays: nothing where it looks only, anything where it copies to.

package rely.arrays_and_the_library.ok;

import java.util.Arrays;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names {
    //@ global_invariant names[0] != null
    private final String[] names = new String[1];

    public Names(String first) {
        names[0] = first == null ? "" : first;
    }

    public String first() {
        return names[0];
    }

    public int known() {
        String[] copies = new String[2];
        System.arraycopy(names, 0, copies, 0, 1);
        List<String> all = Arrays.asList("a", "b");
        all.set(0, null);
        return all.size();
    }
}
