// From node to node: the next one is locked before the last one is released. A final field leads to
// an older object, so that nobody goes in circles.

package locks.hand_over_hand.ok;

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
            current.lock.unlock();
            current = next;
        }
        boolean found = current.value == value;
        current.lock.unlock();
        return found;
    }
}
