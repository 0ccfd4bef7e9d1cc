// Not every thread of the list is joined.

package locks.joined_threads.bug_some_of_them;

import java.util.ArrayList;
import java.util.List;

class Total {
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(new Thread(() -> {
                synchronized (Total.class) {
                    sum++;
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            if (args.length > 0) {
                thread.join();
            }
        }
        sum = 0;
//      ^^^^^^^ shared-field
    }
}
