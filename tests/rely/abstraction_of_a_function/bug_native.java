// Nobody can look into a native method, so its abstraction is not believed.

package rely.abstraction_of_a_function.bug_native;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Reader {
    //@ ensures \result > 0
    private native int get();
//                     ^^^ unsupported

    public int read() {
        return get();
//             ^^^^^ unsupported
    }
}
