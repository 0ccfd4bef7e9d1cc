// What nobody in the program calls is called from outside, and leads to the list that the thread fills.

package locks.statics_of_other_classes.bug_helper;

import java.util.ArrayList;
import java.util.List;

class Names {
    private static final List<String> ALL = new ArrayList<>();

    static void add(String name) {
        ALL.add(name);
//      ^^^^^^^^^^^^^ lock-unknown
    }
}

class Form {
    public void enter(String name) {
        Names.add(name);
    }
}

class Program {
    public static void main(String[] args) {
        new Thread(() -> Names.add("first")).start();
    }
}
