// What cannot be read is not right because no field is a lock.

package locks.not_read.bug_locks_of_a_map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;

class Table {
    private final Map<String, Lock> locks = new HashMap<>();

    public void enter() {
        VarHandle handle = MethodHandles.arrayElementVarHandle(int[].class);
//                         ^^^^^^^^^^^^^ unsupported
        locks.get("a").lock();
    }
}
