// What is set before the thread starts, guarded, volatile, or used by one thread only.

package locks.statics_of_other_classes.ok;

class Settings {
    static int level;
    static int count;
    static volatile int limit;
    static int asked;

    static void configure(int wanted) {
        level = wanted;
    }
}

class Reader {
    private int last;

    public int count() {
        Settings.asked++;
        synchronized (Settings.class) {
            return Settings.count;
        }
    }

    public void remember() {
        last = Settings.limit;
    }
}

class Writer implements Runnable {
    public void run() {
        synchronized (Settings.class) {
            Settings.count += Settings.level;
        }
        Settings.limit = 1;
    }
}

class Program {
    public static void main(String[] args) {
        Settings.configure(3);
        new Thread(new Writer()).start();
    }
}
