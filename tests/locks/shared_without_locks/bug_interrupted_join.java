// A join that is interrupted leaves its thread behind, and the loop goes on to the next one.

package locks.shared_without_locks.bug_interrupted_join;

class Main {
    private static int sum;

    public static void main(String[] args) {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> {
                synchronized (Main.class) {
                    sum++;
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
        System.out.println(sum);
//                         ^^^ shared-field
    }
}
