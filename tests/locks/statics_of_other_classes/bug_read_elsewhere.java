// The thread writes what a class without locks and threads reads: code outside calls that, in another thread.

package locks.statics_of_other_classes.bug_read_elsewhere;

class Settings {
    static int level;
}

class Reader {
    public int level() {
        return Settings.level;
//             ^^^^^^^^^^^^^^ lock-unknown
    }
}

class Writer implements Runnable {
    public void run() {
        Settings.level = 1;
    }
}

class Program {
    public static void main(String[] args) {
        new Thread(new Writer()).start();
    }
}
