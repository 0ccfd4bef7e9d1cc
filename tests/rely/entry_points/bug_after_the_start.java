// Before the thread is started, main is alone; afterwards it is not.

package rely.entry_points.bug_after_the_start;

import net.jcip.annotations.GuardedBy;

class Shared {
    @GuardedBy("this") int value;
}

class Program {
    private final Shared shared = new Shared();

    void helper() {
        synchronized (shared) {
            shared.value++;
        }
    }

    public static void main(String[] args) {
        Program program = new Program();
        program.shared.value = 1;
        Thread other = new Thread(() -> program.helper());
        other.start();
        program.shared.value = 2;
//      ^^^^^^^^^^^^^^^^^^^^ guard
    }
}
