// Another class relies on the number never going down.

package rely.declared_elsewhere.bug_assumed;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Reader {
    //@ env_assumption \old(Clock.time) <= Clock.time
    private final Object mutex = new Object();

    public int twice() {
        int first = Clock.time;
        int second = Clock.time;
        //@ assert first <= second
        return second;
    }
}

class Clock {
    static volatile int time;

    public static void reset() {
        time = 0;
//      ^^^^^^^^ environment
    }
}
