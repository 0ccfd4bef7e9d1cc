// Wrong: the signal is given by an inherited method of the inner object, called by a helper that needs the outer monitor.

package siblings.nested_monitor.bug_inherited_signal;

class Signal {
    protected boolean set;

    public synchronized void set() {
        set = true;
        notifyAll();
    }
}

class Event extends Signal {
    public synchronized void await() throws InterruptedException {
        while (!set) {
            wait();
        }
    }
}

class Task {
    private final Event done = new Event();

    private void finish() {
        done.set();
    }

    public synchronized void complete() {
        finish();
    }

    public synchronized void join() throws InterruptedException {
        done.await();
    }
}
