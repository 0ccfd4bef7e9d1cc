// The new node leads to what was read.

package rely.compound_steps.bug_pushed_on_a_volatile;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Stack {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private volatile Node top;

    public void push(int value) {
        top = new Node(value, top);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^ compound-step
    }
}
