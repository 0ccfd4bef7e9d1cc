// Wrong: the two classes below have their own class locks; the counter of the class above is one.

package siblings.static_and_threads.bug_inherited_static;

class Base {
    protected static int total;
}

class Left extends Base {
    public static synchronized void add() {
        total++;
    }
}

class Right extends Base {
    public static synchronized void add() {
        total++;
    }
}
