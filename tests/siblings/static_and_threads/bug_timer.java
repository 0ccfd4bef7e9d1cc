// Wrong: the timer's thread writes `ticks` while main reads and writes it.

package siblings.static_and_threads.bug_timer;

import java.util.Timer;
import java.util.TimerTask;

class Ticker {
    static int ticks;

    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ticks++;
            }
        }, 10, 10);
        ticks = 100;
        System.out.println(ticks);
    }
}
