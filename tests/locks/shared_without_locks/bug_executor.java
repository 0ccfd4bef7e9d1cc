// The tasks of a pool share a field.

package locks.shared_without_locks.bug_executor;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Counter {
    int n;
}

class Main {
    public static void main(String[] args) {
        Counter counter = new Counter();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 10; i++) {
            pool.submit(() -> counter.n++);
//                            ^^^^ lock-unknown
        }
        pool.shutdown();
    }
}
