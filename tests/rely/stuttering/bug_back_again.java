// A callee may stutter any number of times, with others in between: `on` is 0 before and after, and was 1 meanwhile.

package rely.stuttering.bug_back_again;

class Lamp {
    private final Object a = new Object();
    private final Object b = new Object();

    //@ unwritable_by_env_if a.holder == tid || b.holder == tid
    private int on;

    //@ unwritable_by_env_if a.holder == tid && on == 0
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
//                  ^^^^^^ java-assertion
            }
            synchronized (b) {
                on = 0;
            }
        }
    }

    public void touch() {
        synchronized (b) {
            if (on == 1) {
                seen = 7;
            }
        }
    }
}
