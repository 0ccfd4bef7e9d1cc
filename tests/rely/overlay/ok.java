// The annotations stand in a file beside this one, for code that is not to be changed.

package rely.overlay.ok;

class Meter {
    private int reading;

    public synchronized void add(int amount) {
        if (amount <= Integer.MAX_VALUE - reading) {
            reading += amount;
        }
    }

    public synchronized int reading() {
        return reading;
    }
}
