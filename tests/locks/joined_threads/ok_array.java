// All threads of the array have ended when the sum is set.

package locks.joined_threads.ok_array;

class Total {
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                synchronized (Total.class) {
                    sum++;
                }
            });
            threads[i].start();
        }
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
        }
        sum = 0;
    }
}
