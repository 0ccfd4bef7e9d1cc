// Right: one counter, one lock.

package siblings.static_and_threads.ok_class_lock;

class Part {
    private static int made;

    public void make() {
        synchronized (Part.class) {
            made++;
        }
    }

    public static synchronized int made() {
        return made;
    }
}
