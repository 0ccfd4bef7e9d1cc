// Right: main reads after both threads have ended, and these use the class lock.

package siblings.static_and_threads.ok_joined;

class Counter extends Thread {
    private static int n;

    static synchronized void raise() {
        n++;
    }

    static synchronized int get() {
        return n;
    }

    @Override
    public void run() {
        raise();
    }

    public static void main(String[] args) throws InterruptedException {
        Counter a = new Counter();
        Counter b = new Counter();
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(get());
    }
}
