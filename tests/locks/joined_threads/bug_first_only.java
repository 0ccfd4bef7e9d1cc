// Only the first thread is joined.

package locks.joined_threads.bug_first_only;

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
        for (int i = 0; i < 1; i++) {
            threads[i].join();
        }
        sum = 0;
//      ^^^^^^^ shared-field
    }
}
