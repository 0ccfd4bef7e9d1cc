// The class of an object of the class below is another lock.

package locks.static_under_an_instance.bug_get_class;

abstract class Part {
    private static int made;

    protected Part() {
        Class<?> own = getClass();
        synchronized (own) {
            made++;
//          ^^^^ lock-unknown
        }
    }
}

class Wheel extends Part {
}

class Door extends Part {
}
