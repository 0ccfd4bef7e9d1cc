// Only the owner looks at the secret, everybody else asks.

package rely.readable_only.ok;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Secret {
    //@ readable_if holder == tid
    //@ unwritable_by_env_if holder == tid
    private int secret;

    public synchronized boolean guess(int value) {
        return value == secret;
    }

    public synchronized void change(int value) {
        secret = value;
    }
}
