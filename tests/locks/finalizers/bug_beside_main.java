// No thread is started, and yet there are two: the one of `main`, and the one that runs finalisers.

package locks.finalizers.bug_beside_main;

class Handle {
    static int open;

    Handle() {
    }

    @Override
    protected void finalize() throws Throwable {
        open--;
//      ^^^^ lock-unknown
        super.finalize();
    }
}

class Program {
    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) {
            Handle handle = new Handle();
            Handle.open++;
        }
    }
}
