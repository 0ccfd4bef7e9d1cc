// Wrong: the first thread that enters makes `serial` the least long: negative.

package siblings.saturating_numbers.bug_stored_overflow;

class Room {
    //@ property positive: AG(serial > 0)
    private long serial = 9223372036854775807L;
    private int n;

    //@ acquires r
    public synchronized void enter() {
        n++;
        serial++;
    }

    //@ releases r
    public synchronized void leave() {
        n--;
        notifyAll();
    }
}
