// What guarded fields get is theirs: new, a copy, or taken from where the same lock guards it.

package locks.also_elsewhere.ok;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Log {
    private static final List<String> START = new ArrayList<>();
    private final String name;
    @GuardedBy("this") private List<String> lines = new ArrayList<>();
    @GuardedBy("this") private List<String> old = new ArrayList<>();

    Log(String name, List<String> first) {
        this.name = name;
        lines = new ArrayList<>(first);
    }

    public synchronized void restart() {
        old = lines;
        lines = new ArrayList<>(START);
    }

    public synchronized String first() {
        return name + lines.get(0) + old.get(0);
    }
}
