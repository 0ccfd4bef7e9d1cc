// Right, with and without bounds (wrapping): what is added is taken off again. A sum that saturates would lose it.

package siblings.saturating_numbers.ok_there_and_back;

class Room {
    //@ property back: AG(n + 9223372036854775807 + 5 - 5 == n + 9223372036854775807)
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
