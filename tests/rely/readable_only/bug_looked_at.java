// The secret is read without the monitor.

package rely.readable_only.bug_looked_at;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Secret {
    //@ readable_if holder == tid
    //@ unwritable_by_env_if holder == tid
    private int secret;

    public boolean guess(int value) {
        return value == secret;
//                      ^^^^^^ read-not-allowed
    }

    public synchronized void change(int value) {
        secret = value;
    }
}
