// Wrong: two steps away. node.next is written without a lock; two threads in push() lose a node.

package siblings.final_content.bug_chain;

import net.jcip.annotations.ThreadSafe;

class Node {
    final int value;
    Node next;

    Node(int value, Node next) {
        this.value = value;
        this.next = next;
    }
}

@ThreadSafe
class Chain {
    private final Node anchor = new Node(0, null);

    public void push(int x) {
        anchor.next = new Node(x, anchor.next);
    }

    public boolean empty() {
        return anchor.next == null;
    }
}
