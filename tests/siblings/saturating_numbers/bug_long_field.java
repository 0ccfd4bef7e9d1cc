// Wrong: `limit` is the greatest long, and limit + 1 is not limit (wrapped: the least long).

package siblings.saturating_numbers.bug_long_field;

class Room {
    //@ property limit: AG(limit + 1 == limit)
    private long limit = 9223372036854775807L;
    private int n;

    //@ acquires r
    public synchronized void enter() {
        n++;
    }

    //@ releases r
    public synchronized void leave() {
        n--;
        notifyAll();
    }
}
