// The nodes of a list behind one lock: each node is reached, read and changed with the lock of the
// list.

package rely.linked_list.ok;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Node {
    final int value;
    //@ unwritable_by_env_if Chain.class.holder == tid
    //@ readable_if Chain.class.holder == tid
    Node next;

    Node(int value) {
        this.value = value;
    }
}

@ThreadSafe
class Chain {
    @GuardedBy("Chain.class") private static Node first;

    public static void push(int value) {
        Node node = new Node(value);
        synchronized (Chain.class) {
            node.next = first;
            first = node;
        }
    }

    public static boolean contains(int value) {
        synchronized (Chain.class) {
            Node node = first;
            while (node != null && node.value != value) {
                node = node.next;
            }
            return node != null;
        }
    }

    public static void pop() {
        synchronized (Chain.class) {
            if (first != null) {
                first = first.next;
            }
        }
    }
}
