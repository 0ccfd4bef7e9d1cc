// An empty list has no first node.

package rely.linked_list.bug_first_not_tested;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Node {
    final int value;
    //@ unwritable_by_env_if Chain.LOCK.holder == tid
    //@ readable_if Chain.LOCK.holder == tid
    Node next;

    Node(int value) {
        this.value = value;
    }
}

@ThreadSafe
class Chain {
    static final Object LOCK = new Object();
    @GuardedBy("LOCK") private static Node first;

    public static void push(int value) {
        Node node = new Node(value);
        synchronized (LOCK) {
            node.next = first;
            first = node;
        }
    }

    public static boolean contains(int value) {
        synchronized (LOCK) {
            Node node = first;
            while (node != null && node.value != value) {
                node = node.next;
            }
            return node != null;
        }
    }

    public static void pop() {
        synchronized (LOCK) {
            first = first.next;
//                  ^^^^^^^^^^ implicit-exception
        }
    }
}
