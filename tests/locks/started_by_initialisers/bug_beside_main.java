// The thread runs before `main` begins.

package locks.started_by_initialisers.bug_beside_main;

class Program {
    private static final Thread WORKER = new Thread(Program::work);
    private static int n;

    static {
        WORKER.start();
    }

    private static void work() {
        n++;
//      ^ lock-unknown
    }

    public static void main(String[] args) {
        n++;
    }
}
