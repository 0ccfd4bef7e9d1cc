// A thread waits for another one, and keeps the monitor that this one needs.

package locks.waits_for_threads.bug_joined;

class Worker extends Thread {
    private int count;

    @Override
    public void run() {
        synchronized (this) {
            count++;
        }
    }

    public synchronized void end() throws InterruptedException {
        join();
//      ^^^^^^ lock-unknown
    }
}
