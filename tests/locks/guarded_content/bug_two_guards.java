// One list behind two fields, each with a lock of its own.

package locks.guarded_content.bug_two_guards;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Pair {
    private final Object left = new Object();
    private final Object right = new Object();
    @GuardedBy("left") private List<String> names = new ArrayList<>();
    @GuardedBy("right") private List<String> others = new ArrayList<>();

    public void share() {
        synchronized (left) {
            synchronized (right) {
                others = names;
//              ^^^^^^^^^^^^^^ lock-unknown
            }
        }
    }

    public void add(String name) {
        synchronized (left) {
            names.add(name);
        }
    }

    public void addOther(String name) {
        synchronized (right) {
            others.add(name);
        }
    }
}

class Box {
    @GuardedBy("this") private List<String> items = new ArrayList<>();

    public static void share(Box one, Box other) {
        synchronized (Box.class) {
            synchronized (one) {
                synchronized (other) {
                    other.items = one.items;
//                  ^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
                }
            }
        }
    }
}
