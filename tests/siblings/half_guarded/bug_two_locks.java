// Wrong: put() holds one lock and take() another: both write n at the same time.

package siblings.half_guarded.bug_two_locks;

class Store {
    private final Object in = new Object();
    private final Object out = new Object();
    private int n;

    public void put() {
        synchronized (in) {
            n++;
        }
    }

    public void take() {
        synchronized (out) {
            n--;
        }
    }
}
