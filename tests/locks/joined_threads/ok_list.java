// All threads of the list have ended when the sum is set.

package locks.joined_threads.ok_list;

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
            thread.join();
        }
        sum = 0;
    }
}
