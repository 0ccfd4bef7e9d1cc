// The helper is called by two threads.

package rely.entry_points.bug_in_a_helper;

import net.jcip.annotations.GuardedBy;

class Shared {
    @GuardedBy("this") int value;
}

class Program {
    private final Shared shared = new Shared();

    void helper() {
        shared.value++;
//      ^^^^^^^^^^^^ guard
    }

    public static void main(String[] args) {
        Program program = new Program();
        Thread other = new Thread(() -> program.helper());
        other.start();
        program.helper();
    }
}
