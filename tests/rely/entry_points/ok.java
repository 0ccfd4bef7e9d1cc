// Also methods that are not public, and threads that are lambdas, are looked at.

package rely.entry_points.ok;

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
        Thread other = new Thread(() -> program.helper());
        other.start();
        program.helper();
    }
}
