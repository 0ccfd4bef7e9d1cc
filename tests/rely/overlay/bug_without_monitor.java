// The file beside this one says that the monitor guards the reading.

package rely.overlay.bug_without_monitor;

class Meter {
    private int reading;

    public synchronized void add(int amount) {
        if (amount <= Integer.MAX_VALUE - reading) {
            reading += amount;
        }
    }

    public int reading() {
        return reading;
//             ^^^^^^^ guard
    }
}
