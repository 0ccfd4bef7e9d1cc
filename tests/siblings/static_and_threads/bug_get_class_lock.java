// Wrong: getClass() of an object of the class below is another lock than getClass() of one of the class above.

package siblings.static_and_threads.bug_get_class_lock;

class Part {
    private static int made;

    public void make() {
        synchronized (getClass()) {
            made++;
        }
    }
}

class Special extends Part {
}
