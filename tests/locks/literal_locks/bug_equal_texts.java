// Fields of other names, but the texts are the same objects.

package locks.literal_locks.bug_equal_texts;

class Reader {
    private final String first = "counterpoint.first";
    private final String second = "counterpoint.second";

    public void read() {
        synchronized (first) {
            synchronized (second) {
//                        ^^^^^^ lock-order
            }
        }
    }
}

class Writer {
    private final String other = "counterpoint.second";
    private final String one = "counterpoint.first";

    public void write() {
        synchronized (other) {
            synchronized (one) {
            }
        }
    }
}
