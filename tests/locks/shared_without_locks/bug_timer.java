// A timer counts beside `main`.

package locks.shared_without_locks.bug_timer;

import java.util.Timer;
import java.util.TimerTask;

class Main {
    private static int ticks;

    public static void main(String[] args) {
        new Timer().schedule(new TimerTask() {
            @Override
            public void run() {
                ticks++;
//              ^^^^ lock-unknown
            }
        }, 0, 1000);
        System.out.println(ticks);
    }
}
