// Wrong: both threads read n == 0 and write 1: a count is lost.

package siblings.static_and_threads.bug_two_threads_no_lock;

class Counter extends Thread {
    static int n;

    @Override
    public void run() {
        n++;
    }

    public static void main(String[] args) throws InterruptedException {
        Counter a = new Counter();
        Counter b = new Counter();
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(n);
    }
}
