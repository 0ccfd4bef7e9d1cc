// Configurations are replaced as a whole, from the one that was looked at.

package rely.atomic_reference.ok;

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
        if (old.version == Integer.MAX_VALUE) {
            return false;
        }
        return current.compareAndSet(old, new Config(old.version + 1));
    }

    public int version() {
        int first = current.get().version;
        int second = current.get().version;
        //@ assert first <= second
        return second;
    }
}
