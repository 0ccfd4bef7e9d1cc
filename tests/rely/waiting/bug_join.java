// `join` waits on the thread object, and gives its monitor up meanwhile.

package rely.waiting.bug_join;

import net.jcip.annotations.GuardedBy;

class Worker extends Thread {
    @GuardedBy("this") int result;

    @Override
    public void run() {
        synchronized (this) {
            result = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        synchronized (worker) {
            worker.result = 1;
            worker.start();
            worker.join();
            assert worker.result == 1;
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
        }
    }
}
