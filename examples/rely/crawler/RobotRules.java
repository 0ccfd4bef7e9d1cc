package crawler;

import net.jcip.annotations.ThreadSafe;

/**
 * What hosts have forbidden: pairs of a host and the first path that is not to be visited.
 *
 * <p>Many threads ask, few tell. Whoever asks takes the array as it is; whoever tells replaces it by a longer one.
 */
@ThreadSafe
class RobotRules {
    private static final int MOST = 4096;

    //@ global_invariant rules != null
    //@ unwritable_by_env_if holder == tid
    private volatile Rule[] rules = new Rule[0];

    /** One rule; it never changes. */
    private static final class Rule {
        final int host;
        final int firstPath;

        Rule(int host, int firstPath) {
            this.host = host;
            this.firstPath = firstPath;
        }

        boolean forbids(Url url) {
            return url.host() == host && url.path() >= firstPath;
        }
    }

    //@ modifies rules
    public boolean forbid(int host, int firstPath) {
        Rule rule = new Rule(host, firstPath);
        synchronized (this) {
            Rule[] old = rules;
            if (old.length >= MOST) {
                return false;
            }
            Rule[] longer = new Rule[old.length + 1];
            for (int i = 0; i < old.length; i++) {
                longer[i] = old[i];
            }
            longer[old.length] = rule;
            rules = longer;
            return true;
        }
    }

    //@ modifies \nothing
    public boolean allows(Url url) {
        if (url == null) {
            return false;
        }
        Rule[] now = rules;
        for (int i = 0; i < now.length; i++) {
            Rule rule = now[i];
            if (rule != null && rule.forbids(url)) {
                return false;
            }
        }
        return true;
    }

    //@ modifies \nothing
    public int size() {
        return rules.length;
    }

    //@ modifies rules
    public synchronized void clear() {
        rules = new Rule[0];
    }

    //@ ensures \result != null
    static RobotRules make() {
        return new RobotRules();
    }
}
