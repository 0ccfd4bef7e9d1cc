// The thread is joined in some runs only.

package locks.joined_threads.bug_sometimes;

class Total {
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
                synchronized (Total.class) {
                    sum++;
                }
            });
        thread.start();
        if (args.length > 0) {
            thread.join();
        }
        sum = 0;
//      ^^^^^^^ shared-field
    }
}
