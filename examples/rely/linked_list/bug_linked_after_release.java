// The node is in the list before it has its successor.

package rely.linked_list.bug_linked_after_release;

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
        Node second;
        synchronized (Chain.class) {
            second = first;
            first = node;
        }
        node.next = second;
//      ^^^^^^^^^^^^^^^^^^ write-not-allowed
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
