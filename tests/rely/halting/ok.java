// Nothing is broken when the program ends.

package rely.halting.ok;

class Gauge {
    //@ global_invariant 0 <= level
    static volatile int level;

    public static void stop() {
        level = 0;
        System.exit(1);
        assert false;
    }

    public static void look() {
        int found = level;
        assert found >= 0;
    }
}
