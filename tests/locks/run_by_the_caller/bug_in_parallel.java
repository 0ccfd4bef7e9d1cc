// Threads that fill an array need the lock that their caller keeps until they have done.

package locks.run_by_the_caller.bug_in_parallel;

import java.util.Arrays;

class Numbers {
    private final Object lock = new Object();
    private int last;

    public void fill(int[] numbers) {
        synchronized (lock) {
            Arrays.parallelSetAll(numbers, index -> next());
        }
    }

    private int next() {
        synchronized (lock) {
//      ^^^^^^^^^^^^^^^^^^^ self-deadlock
            return last++;
        }
    }
}
