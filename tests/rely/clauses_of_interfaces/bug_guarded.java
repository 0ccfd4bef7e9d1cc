// A lock that is said to be needed where nobody can look.

package rely.clauses_of_interfaces.bug_guarded;

import net.jcip.annotations.GuardedBy;

interface Work {
    @GuardedBy("this")
//  ^^^^^^^^^^^^^^^^^^ unsupported
    void go();
}

class Start {
    //@ ghost int started

    static void go(Work work) {
        if (work != null) {
            work.go();
        }
    }
}

class Quiet implements Work {
    public void go() {
    }
}
