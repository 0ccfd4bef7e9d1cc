package rely.overlay.bug_without_monitor;

@ThreadSafe
class Meter {
    //@ global_invariant reading >= 0
    @GuardedBy("this") private int reading;

    //@ requires amount >= 0
    public void add(int amount);
}
