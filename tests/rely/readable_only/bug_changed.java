// The secret is written without the monitor.

package rely.readable_only.bug_changed;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Secret {
    //@ readable_if holder == tid
    //@ unwritable_by_env_if holder == tid
    private int secret;

    public synchronized boolean guess(int value) {
        return value == secret;
    }

    public void change(int value) {
        secret = value;
//      ^^^^^^^^^^^^^^ write-not-allowed
    }
}
