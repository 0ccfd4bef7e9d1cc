// The threads that were started first are not in the array any more.

package locks.joined_threads.bug_filled_again;

class Total {
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                synchronized (Total.class) {
                    sum++;
                }
            });
                threads[i].start();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        sum = 0;
//      ^^^^^^^ shared-field
    }
}
