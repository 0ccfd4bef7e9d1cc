// A child comes before its parent, but who was given which lock is not known.

package locks.order_of_shared_locks.bug_parent_with_a_given_lock;

class Node {
    private final Object lock;
    private final Node parent;
    private int size;

    Node(Object lock, Node parent) {
        this.lock = lock;
        this.parent = parent;
    }

    public void grow() {
        synchronized (lock) {
            size++;
            if (parent != null) {
                synchronized (parent.lock) {
//              ^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-order
                    parent.size++;
                }
            }
        }
    }
}
