// The hook is a class of its own below `Thread`.

package locks.threads_of_others.bug_class_below_thread;

class Files {
    static int open;

    public static void main(String[] args) {
        Thread hook = new Closing();
        Runtime.getRuntime().addShutdownHook(hook);
        open++;
//      ^^^^ lock-unknown
    }
}

class Closing extends Thread {
    @Override
    public void run() {
        Files.open = 0;
    }
}
