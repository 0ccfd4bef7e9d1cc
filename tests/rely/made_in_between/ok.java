// A node has a number below the next one. What is known of the past is known of nodes that were there then.

package rely.made_in_between.ok;

import net.jcip.annotations.ThreadSafe;

final class Node {
    final int number;

    //@ global_invariant number < Numbers.next
    //@ env_assumption number < \old(Numbers.next)

    Node(int number) {
        this.number = number;
    }
}

@ThreadSafe
class Numbers {
    //@ env_assumption Numbers.next >= \old(Numbers.next)

    //@ writable_if Numbers.class.holder == tid
    static volatile int next;
    static volatile Node last;

    public static void make() {
        int number;
        synchronized (Numbers.class) {
            number = next;
            if (number > 1000) {
                return;
            }
            next = number + 1;
        }
        last = new Node(number);
    }

    public static void look() {
        Node node = last;
        int now = next;
        assert node == null || node.number < now;
    }
}
