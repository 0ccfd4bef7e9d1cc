// A join that is interrupted leaves the other threads behind.

package locks.joined_threads.bug_interrupted;

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
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        sum = 0;
//      ^^^^^^^ shared-field
    }
}
