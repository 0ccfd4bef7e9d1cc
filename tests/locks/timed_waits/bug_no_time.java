// No time at all is until the signal.

package locks.timed_waits.bug_no_time;

class Door {
    private static final Object HOUSE = new Object();
    private static final Object DOOR = new Object();
    private static boolean isOpen;

    public static void pass(long time) throws InterruptedException {
        synchronized (HOUSE) {
            synchronized (DOOR) {
                while (!isOpen) {
                    DOOR.wait(0);
//                  ^^^^ nested-wait
                }
            }
        }
    }

    public static void open() {
        synchronized (HOUSE) {
            synchronized (DOOR) {
                isOpen = true;
                DOOR.notifyAll();
            }
        }
    }
}
