// Within a class its name means a member class of that name, which it may have from the class above.

package rely.inner_classes.bug_inherited_class_of_the_same_name;

import net.jcip.annotations.ThreadSafe;

class Building {
    static class Office {
        static int floor() {
            return 1;
        }
    }
}

@ThreadSafe
class Office extends Building {
    static int floor() {
        return 2;
    }

    public void find() {
        int floor = Office.floor();
        assert floor == 2;
//      ^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
