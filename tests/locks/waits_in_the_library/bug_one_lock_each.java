// Who takes holds both locks; each of those who add needs one of them.

package locks.waits_in_the_library.bug_one_lock_each;

import java.util.concurrent.ArrayBlockingQueue;

class Post {
    private final Object front = new Object();
    private final Object back = new Object();
    private final ArrayBlockingQueue<String> letters = new ArrayBlockingQueue<>(4);

    public String take() throws InterruptedException {
        synchronized (front) {
            synchronized (back) {
                return letters.take();
//                     ^^^^^^^^^^^^^^ lock-unknown
            }
        }
    }

    public void first(String letter) {
        synchronized (front) {
            letters.offer(letter);
        }
    }

    public void second(String letter) {
        synchronized (back) {
            letters.offer(letter);
        }
    }
}
