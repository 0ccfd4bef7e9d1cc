// What others promise whatever `on` is, they keep while a callee changes it any number of times.

package rely.stuttering.ok;

class Lamp {
    private final Object a = new Object();
    private final Object b = new Object();

    //@ unwritable_by_env_if a.holder == tid || b.holder == tid
    private int on;

    //@ unwritable_by_env_if a.holder == tid
    private volatile int seen;

    //@ requires a.holder == tid
    //@ modifies on
    private void blink() {
        synchronized (b) {
            on = 1;
        }
        synchronized (b) {
            on = 0;
        }
    }

    public void look() {
        synchronized (a) {
            synchronized (b) {
                on = 0;
            }
            int before = seen;
            blink();
            if (on == 0) {
                //@ assert seen == before
            }
            synchronized (b) {
                on = 0;
            }
        }
    }

    public void touch() {
        synchronized (a) {
            if (on == 1) {
                seen = 7;
            }
        }
    }
}
