// The thread appends while `main` does.

package locks.handed_to_threads.bug_beside_main;

class Program {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        Thread thread = new Thread(() -> text.append("a"));
//                                       ^^^^^^^^^^^^^^^^ lock-unknown
        thread.start();
        text.append("b");
        thread.join();
        System.out.println(text);
    }
}
