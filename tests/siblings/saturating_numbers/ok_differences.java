// Right: a difference of fields, far from any limit.

package siblings.saturating_numbers.ok_differences;

class Room {
    //@ property difference: AG(n - 2 < n && n + n - n == n)
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
