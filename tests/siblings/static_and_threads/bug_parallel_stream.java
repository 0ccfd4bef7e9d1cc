// Wrong: the threads of the parallel stream raise one cell without a lock.

package siblings.static_and_threads.bug_parallel_stream;

import java.util.stream.IntStream;

class Adder {
    private static int total;

    public static void main(String[] args) {
        IntStream.range(0, 1000).parallel().forEach(i -> total += i);
        System.out.println(total);
    }
}
