// Equal texts are one lock: both classes take the two in one order.

package locks.literal_locks.ok;

class Reader {
    private final String first = "counterpoint.first";
    private final String second = "counterpoint.second";

    public void read() {
        synchronized (first) {
            synchronized (second) {
            }
        }
    }
}

class Writer {
    private final String other = "counterpoint.second";
    private final String one = "counterpoint.first";

    public void write() {
        synchronized (one) {
            synchronized (other) {
            }
        }
    }
}
