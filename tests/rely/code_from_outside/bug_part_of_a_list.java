// A part of a list goes on to the list that it is of.

package rely.code_from_outside.bug_part_of_a_list;

import java.util.AbstractList;
import java.util.List;

class Numbers extends AbstractList<String> {
    static volatile List<String> shared;
    //@ global_invariant count >= 0
    volatile int count;

    public int size() {
        return 3;
    }

    public String get(int index) {
        assert count >= 0;
        return "a";
    }

    static void share() {
        Numbers numbers = new Numbers();
        List<String> part = numbers.subList(0, 1);
        if (part != numbers) {
            shared = part;
            numbers.count = -1;
//          ^^^^^^^^^^^^^^^^^^ global-invariant
            numbers.count = 1;
        }
    }
}
