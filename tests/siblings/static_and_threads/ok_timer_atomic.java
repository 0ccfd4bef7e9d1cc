// Right: an atomic counter.

package siblings.static_and_threads.ok_timer_atomic;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicInteger;

class Ticker {
    static final AtomicInteger TICKS = new AtomicInteger();

    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                TICKS.incrementAndGet();
            }
        }, 10, 10);
        System.out.println(TICKS.get());
    }
}
