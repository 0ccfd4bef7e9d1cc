// Nodes are found by way of fields with a guard, or are new until they are published by one step.

package rely.content_of_final_fields.ok_linked;

import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Line {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    @GuardedBy("this") private Node head;
    @GuardedBy("this") private Node tail;
    private final AtomicReference<Node> top = new AtomicReference<>();

    public synchronized void add(int value) {
        Node node = new Node(value);
        if (tail == null) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
    }

    public synchronized int sum() {
        int sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    public void push(int value) {
        Node node = new Node(value);
        Node old;
        do {
            old = top.get();
            node.next = old;
        } while (!top.compareAndSet(old, node));
    }

    public int pop() {
        Node old;
        Node next;
        do {
            old = top.get();
            if (old == null) {
                return -1;
            }
            next = old.next;
        } while (!top.compareAndSet(old, next));
        return old.value;
    }
}
