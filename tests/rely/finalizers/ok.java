// A finaliser runs in a thread of its own, and takes the lock as others do.

package rely.finalizers.ok;

import net.jcip.annotations.GuardedBy;

class Count {
    @GuardedBy("this") int value;
}

class Handle {
    private final Count count;

    Handle(Count count) {
        this.count = count;
    }

    void release() {
        if (count != null) {
            synchronized (count) {
                close();
            }
        }
    }

    private void close() {
        if (count != null) {
            count.value--;
        }
    }

    @Override
    protected void finalize() {
        release();
    }
}
