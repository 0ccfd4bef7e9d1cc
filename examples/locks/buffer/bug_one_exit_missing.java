// Of six entries one is never left.

package locks.buffer.bug_one_exit_missing;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.GuardedBy;

/** A ring of numbers. Its lock is taken by its users, as often as they like. */
class Buffer {
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final int[] items = new int[2];
    @GuardedBy("lock") private int first;
    @GuardedBy("lock") private int count;

    //@ needs lock.readLock() | lock.writeLock()
    int peek() {
        return count == 0 ? 0 : items[first];
    }

    //@ needs lock.writeLock()
    boolean insert(int item) {
        if (count == items.length) {
            return false;
        }
        items[(first + count) % items.length] = item;
        count++;
        return true;
    }

    //@ needs lock.writeLock()
    boolean remove() {
        if (count == 0) {
            return false;
        }
        first = (first + 1) % items.length;
        count--;
        return true;
    }
}

/** Looks at the buffer and puts numbers into it. */
class Producer extends Thread {
    private final Buffer buffer;
    private int seen;
    private int done;

    Producer(Buffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public void run() {
        for (int round = 0; round < 2; round++) {
            look();
            change();
        }
    }

    private void look() {
        buffer.lock.readLock().lock();
        try {
            seen += buffer.peek();
            buffer.lock.readLock().lock();
            try {
                seen += buffer.peek();
                buffer.lock.readLock().lock();
                try {
                    seen += buffer.peek();
                    buffer.lock.readLock().lock();
                    try {
                        seen += buffer.peek();
                        buffer.lock.readLock().lock();
                        try {
                            seen += buffer.peek();
                            buffer.lock.readLock().lock();
                            try {
                                seen += buffer.peek();
                            } finally {
                                buffer.lock.readLock().unlock();
                            }
                        } finally {
                            buffer.lock.readLock().unlock();
                        }
                    } finally {
                        buffer.lock.readLock().unlock();
                    }
                } finally {
                    buffer.lock.readLock().unlock();
                }
            } finally {
                buffer.lock.readLock().unlock();
            }
        } finally {
            buffer.lock.readLock().unlock();
        }
    }

    private void change() {
        buffer.lock.writeLock().lock(); // never left
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lock-not-released
        try {
            buffer.lock.writeLock().lock();
            try {
                buffer.lock.writeLock().lock();
                try {
                    buffer.lock.writeLock().lock();
                    try {
                        buffer.lock.writeLock().lock();
                        try {
                            buffer.lock.writeLock().lock();
                            try {
                                if (buffer.insert(done + 1)) {
                                    done++;
                                }
                            } finally {
                                buffer.lock.writeLock().unlock();
                            }
                        } finally {
                            buffer.lock.writeLock().unlock();
                        }
                    } finally {
                        buffer.lock.writeLock().unlock();
                    }
                } finally {
                    buffer.lock.writeLock().unlock();
                }
            } finally {
                buffer.lock.writeLock().unlock();
            }
        } finally {
            done++;
        }
    }
}

/** Looks at the buffer and takes numbers out of it. */
class Consumer extends Thread {
    private final Buffer buffer;
    private int seen;
    private int done;

    Consumer(Buffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public void run() {
        for (int round = 0; round < 2; round++) {
            look();
            change();
        }
    }

    private void look() {
        buffer.lock.readLock().lock();
        try {
            seen += buffer.peek();
            buffer.lock.readLock().lock();
            try {
                seen += buffer.peek();
                buffer.lock.readLock().lock();
                try {
                    seen += buffer.peek();
                    buffer.lock.readLock().lock();
                    try {
                        seen += buffer.peek();
                        buffer.lock.readLock().lock();
                        try {
                            seen += buffer.peek();
                            buffer.lock.readLock().lock();
                            try {
                                seen += buffer.peek();
                            } finally {
                                buffer.lock.readLock().unlock();
                            }
                        } finally {
                            buffer.lock.readLock().unlock();
                        }
                    } finally {
                        buffer.lock.readLock().unlock();
                    }
                } finally {
                    buffer.lock.readLock().unlock();
                }
            } finally {
                buffer.lock.readLock().unlock();
            }
        } finally {
            buffer.lock.readLock().unlock();
        }
    }

    private void change() {
        buffer.lock.writeLock().lock();
        try {
            buffer.lock.writeLock().lock();
            try {
                buffer.lock.writeLock().lock();
                try {
                    buffer.lock.writeLock().lock();
                    try {
                        buffer.lock.writeLock().lock();
                        try {
                            buffer.lock.writeLock().lock();
                            try {
                                if (buffer.remove()) {
                                    done++;
                                }
                            } finally {
                                buffer.lock.writeLock().unlock();
                            }
                        } finally {
                            buffer.lock.writeLock().unlock();
                        }
                    } finally {
                        buffer.lock.writeLock().unlock();
                    }
                } finally {
                    buffer.lock.writeLock().unlock();
                }
            } finally {
                buffer.lock.writeLock().unlock();
            }
        } finally {
            buffer.lock.writeLock().unlock();
        }
    }
}

class Main {
    public static void main(String[] args) {
        Buffer buffer = new Buffer();
        new Producer(buffer).start();
        new Consumer(buffer).start();
    }
}
