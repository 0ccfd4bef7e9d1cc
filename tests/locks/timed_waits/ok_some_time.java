// Who waits for a while wakes up by himself.

package locks.timed_waits.ok_some_time;

class Door {
    private static final Object HOUSE = new Object();
    private static final Object DOOR = new Object();
    private static boolean isOpen;

    public static void pass(long time) throws InterruptedException {
        synchronized (HOUSE) {
            synchronized (DOOR) {
                while (!isOpen) {
                    DOOR.wait(100);
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
