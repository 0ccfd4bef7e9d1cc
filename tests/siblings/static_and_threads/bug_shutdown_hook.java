// Wrong: the hook's thread reads and writes `open` while main is still changing it.

package siblings.static_and_threads.bug_shutdown_hook;

class Files {
    static int open;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(Files::close));
        for (int i = 0; i < 10; i++) {
            open++;
        }
    }

    static void close() {
        open = 0;
    }
}
