// Small numbers as objects are shared by all classes.

package locks.literal_locks.bug_small_numbers;

class Reader {
    private final Integer first = 1;
    private final Integer second = 2;

    public void read() {
        synchronized (first) {
            synchronized (second) {
//                        ^^^^^^ lock-order
            }
        }
    }
}

class Writer {
    private final Integer other = 2;
    private final Integer one = 1;

    public void write() {
        synchronized (other) {
            synchronized (one) {
            }
        }
    }
}
