// The array is written by another name, whose type does not say that it is one.

package rely.arrays_and_the_library.bug_another_type;

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
        java.io.Serializable target = names;
        System.arraycopy(copies, 0, target, 0, 1);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ global-invariant
        List<String> all = Arrays.asList("a", "b");
        all.set(0, null);
        return all.size();
    }
}
