// A list that may lead back to its beginning.

package locks.order_of_equals.bug_recursion;

class Link {
    private Link next;

    public synchronized void set(Link next) {
        this.next = next;
    }

    public synchronized void visit() {
//                           ^^^^^ lock-order
        if (next != null) {
            next.visit();
        }
    }
}
