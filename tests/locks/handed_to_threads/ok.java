// Each thread has its own, or all take one lock, or the others have come to an end.

package locks.handed_to_threads.ok;

import java.util.ArrayList;
import java.util.List;

class Task implements Runnable {
    private final List<String> names;

    Task(List<String> names) {
        this.names = names;
    }

    public void run() {
        names.add("x");
    }
}

class OneForEach {
    static void both() throws InterruptedException {
        List<String> left = new ArrayList<>();
        List<String> right = new ArrayList<>();
        Thread first = new Thread(new Task(left));
        Thread second = new Thread(new Task(right));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(left.size() + right.size());
    }
}

class OneLock {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = new ArrayList<>();
        Runnable add = () -> {
            synchronized (names) {
                names.add("x");
            }
        };
        Thread first = new Thread(add);
        Thread second = new Thread(add);
        first.start();
        second.start();
        synchronized (names) {
            names.add("y");
        }
        first.join();
        second.join();
        System.out.println(names.size());
    }
}

class OneAfterTheOther {
    static void add() throws InterruptedException {
        StringBuilder text = new StringBuilder("a");
        Thread thread = new Thread(() -> text.append("b"));
        thread.start();
        thread.join();
        System.out.println(text.append("c"));
    }
}
