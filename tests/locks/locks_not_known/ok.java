// Locks that are one for whatever they guard: at the same place as the number, in the object that has made it, or one in all.

package locks.locks_not_known.ok;

import java.util.concurrent.locks.ReentrantLock;

class Sizes {
    private final ReentrantLock[] locks = new ReentrantLock[4];
    private final int[] sizes = new int[4];

    public Sizes() {
        for (int i = 0; i < 4; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    public void add(int key) {
        int at = key & 3;
        ReentrantLock lock = locks[at];
        lock.lock();
        try {
            sizes[at]++;
        } finally {
            lock.unlock();
        }
    }
}

class Chain {
    private static class Node {
        private int value;
        private Node next;
    }

    private final Object lock = new Object();
    private Node first;

    public void push(int value) {
        synchronized (lock) {
            Node node = new Node();
            node.value = value;
            node.next = first;
            first = node;
        }
    }

    public void raise() {
        synchronized (lock) {
            for (Node node = first; node != null; node = node.next) {
                node.value++;
            }
        }
    }
}

class Number {
    int n;
}

class Program {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Number number = new Number();
        Runnable raise = () -> {
            synchronized (lock) {
                number.n++;
            }
        };
        Thread first = new Thread(raise);
        Thread second = new Thread(raise);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
