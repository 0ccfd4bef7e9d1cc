// The node that was just locked is released, and its predecessor kept.

package locks.hand_over_hand.bug_wrong_one_released;

import java.util.concurrent.locks.ReentrantLock;

class Chain {
    static final class Node {
        final ReentrantLock lock = new ReentrantLock();
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private final Node head = new Node(0, new Node(5, null));

    public boolean contains(int value) {
        Node current = head;
        current.lock.lock();
        while (current.next != null && current.value < value) {
            Node next = current.next;
            next.lock.lock();
//          ^^^^^^^^^^^^^^^^ lock-order
            next.lock.unlock();
            current = next;
        }
        boolean found = current.value == value;
        current.lock.unlock(); // not locked any more
//      ^^^^^^^^^^^^^^^^^^^^^ lock-not-held
        return found;
    }
}
