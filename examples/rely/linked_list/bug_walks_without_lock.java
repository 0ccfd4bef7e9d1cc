// The first node is found with the lock, the others without it.

package rely.linked_list.bug_walks_without_lock;

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
        Node node;
        synchronized (Chain.class) {
            node = first;
        }
        while (node != null && node.value != value) {
            node = node.next; // no lock
//                 ^^^^^^^^^ read-not-allowed
        }
        return node != null;
    }

    public static void pop() {
        synchronized (Chain.class) {
            if (first != null) {
                first = first.next;
            }
        }
    }
}
