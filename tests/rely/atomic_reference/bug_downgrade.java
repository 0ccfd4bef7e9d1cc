// The new configuration is older than the one it replaces.

package rely.atomic_reference.bug_downgrade;

import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

class Config {
    final int version;

    Config(int version) {
        this.version = version;
    }
}

@ThreadSafe
class Holder {
    private final AtomicReference<Config> current = new AtomicReference<>(new Config(0));

    //@ global_invariant current.get() != null
    //@ env_assumption \old(current.get().version) <= current.get().version

    public boolean upgrade() {
        Config old = current.get();
        if (old.version == Integer.MIN_VALUE) {
            return false;
        }
        return current.compareAndSet(old, new Config(old.version - 1));
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ environment
    }

    public int version() {
        int first = current.get().version;
        int second = current.get().version;
        //@ assert first <= second
        return second;
    }
}
