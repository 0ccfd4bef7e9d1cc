// Threads are joined before what they have written is read, or use what is made for it.

package locks.shared_without_locks.ok;

import java.util.concurrent.atomic.AtomicInteger;

class Sum implements Runnable {
    private final int[] numbers;
    private int sum;

    Sum(int[] numbers) {
        this.numbers = numbers;
    }

    @Override
    public void run() {
        for (int number : numbers) {
            sum += number;
        }
    }

    int sum() {
        return sum;
    }
}

class Main {
    private static final AtomicInteger DONE = new AtomicInteger();
    private static volatile boolean isOver;
    private static int prepared;

    public static void main(String[] args) throws InterruptedException {
        prepared = 1;
        Thread counting = new Thread(() -> DONE.incrementAndGet());
        counting.start();
        isOver = true;
        counting.join();
        System.out.println(prepared);
    }
}
