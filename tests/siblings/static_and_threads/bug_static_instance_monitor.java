// Wrong: two objects, two monitors, one counter: two threads raise `made` at the same time and one count is lost.

package siblings.static_and_threads.bug_static_instance_monitor;

class Part {
    private static int made;

    public synchronized void make() {
        made++;
    }

    public synchronized int made() {
        return made;
    }
}
