// Wrong: the pool's two threads and main use `sum` without a lock.

package siblings.static_and_threads.bug_executor;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Sum {
    private int sum;

    void work(ExecutorService pool) {
        pool.submit(() -> {
            sum += 1;
        });
        pool.submit(() -> {
            sum += 2;
        });
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Sum s = new Sum();
        s.work(pool);
        System.out.println(s.sum);
        pool.shutdown();
    }
}
