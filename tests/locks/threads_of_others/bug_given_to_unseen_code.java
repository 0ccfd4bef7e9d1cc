// Whether the code that is not seen runs the task in a thread of its own is not known.

package locks.threads_of_others.bug_given_to_unseen_code;

import org.example.Scheduler;

class Files {
    static int open;

    public static void main(String[] args) {
        Runnable clear = () -> {
            open = 0;
//          ^^^^ lock-unknown
        };
        Scheduler.everySecond(clear);
        open++;
    }
}
