// Every access has the lock, in helpers too; what others do not know yet, or never changes, needs none.

package locks.half_guarded.ok;

import java.util.ArrayList;
import java.util.List;

class Bag {
    private final List<String> items = new ArrayList<>();
    private final int limit;
    private volatile boolean closed;
    private int added;
    private String last;

    Bag(int limit) {
        this.limit = limit;
        added = 0;
    }

    public synchronized void add(String item) {
        if (!closed && items.size() < limit) {
            keep(item);
        }
    }

    private void keep(String item) {
        items.add(item);
        last = item;
        added++;
    }

    public int added() {
        synchronized (this) {
            return added;
        }
    }

    public synchronized String last() {
        while (last == null) {
            try {
                wait();
            } catch (InterruptedException e) {
                return null;
            }
        }
        return last;
    }

    public void close() {
        closed = true;
    }

    public int limit() {
        return limit;
    }

    static Bag of(String one) {
        Bag bag = new Bag(1);
        bag.added = 1;
        return bag;
    }
}

class Node {
    int value;
    Node next;
}

class Stack {
    private Node top;

    public synchronized void push(int value) {
        Node node = new Node();
        node.value = value;
        node.next = top;
        top = node;
    }

    public synchronized int pop() {
        if (top == null) {
            return 0;
        }
        Node node = top;
        top = node.next;
        return node.value;
    }
}
