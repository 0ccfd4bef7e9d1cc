// A node is found by way of a list and of a map of the same object, both with its lock.

package rely.content_of_final_fields.ok_two_ways;

import java.util.HashMap;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

class Node {
    int value;
    Node next;
}

@ThreadSafe
class Index {
    private final Node head = new Node();
    private final Map<String, Node> nodes = new HashMap<>();

    public synchronized void add(String name, int value) {
        Node node = new Node();
        node.value = value;
        node.next = head.next;
        head.next = node;
        nodes.put(name, node);
    }

    public synchronized int value(String name) {
        Node node = nodes.get(name);
        return node == null ? 0 : node.value;
    }

    private class Cursor {
        private Node node = head;

        int sum() {
            int sum = 0;
            while (node != null) {
                sum += node.value;
                node = node.next;
            }
            return sum;
        }
    }

    public synchronized int sum() {
        return new Cursor().sum();
    }
}
