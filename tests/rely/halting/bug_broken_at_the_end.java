// The other threads run on until the program has ended.

package rely.halting.bug_broken_at_the_end;

class Gauge {
    //@ global_invariant 0 <= level
    static volatile int level;

    public static void stop() {
        level = -1;
//      ^^^^^^^^^^ global-invariant
        System.exit(1);
    }

    public static void look() {
        int found = level;
        assert found >= 0;
    }
}
