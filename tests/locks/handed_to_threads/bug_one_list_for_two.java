// Both tasks are made with one list.

package locks.handed_to_threads.bug_one_list_for_two;

import java.util.ArrayList;
import java.util.List;

class Task implements Runnable {
    private final List<String> names;

    Task(List<String> names) {
        this.names = names;
    }

    public void run() {
        names.add("x");
//      ^^^^^^^^^^^^^^ lock-unknown
    }
}

class Program {
    static void both() throws InterruptedException {
        List<String> names = new ArrayList<>();
        Thread first = new Thread(new Task(names));
        Thread second = new Thread(new Task(names));
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
