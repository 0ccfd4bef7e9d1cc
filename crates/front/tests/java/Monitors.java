/** Monitors and exceptions: every way out. */
class Monitors {
    private final Object lock = new Object();
    private int value;
    private static int shared;

    synchronized void increment() {
        value++;
    }

    static synchronized int next() {
        return ++shared;
    }

    int get() {
        synchronized (lock) {
            if (value < 0) return 0;
            return value;
        }
    }

    void loop() {
        while (true) {
            synchronized (lock) {
                synchronized (this) {
                    if (value > 3) break;
                    if (value > 2) continue;
                }
                value++;
            }
        }
    }

    synchronized void await() throws InterruptedException {
        while (value == 0) wait();
        value--;
        notifyAll();
    }

    int caught(int[] data, int index) {
        try {
            return data[index] / value;
        } catch (ArithmeticException | NullPointerException e) {
            return -1;
        } catch (RuntimeException e) {
            value = 0;
            throw e;
        } finally {
            shared = 1;
        }
    }

    int finallyReturns() {
        for (int i = 0; i < 3; i++) {
            try {
                if (i == 1) continue;
                increment();
            } finally {
                if (value > 5) return i;
            }
        }
        return -1;
    }

    static class Handle implements AutoCloseable {
        public void close() {
            shared--;
        }
    }

    void resources() {
        try (Handle first = new Handle(); Handle second = new Handle()) {
            value = 1;
        }
    }
}
