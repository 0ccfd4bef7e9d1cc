// Two threads count in one array.

package locks.handed_to_threads.bug_captured_array;

class Program {
    public static void main(String[] args) throws InterruptedException {
        int[] n = new int[1];
        Thread first = new Thread(() -> n[0]++);
//                                      ^^^^ lock-unknown
        Thread second = new Thread(() -> n[0]++);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(n[0]);
    }
}
