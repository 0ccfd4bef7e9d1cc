// In an annotation a name means what it means in the code beside it.

package rely.private_members.bug_field_in_an_annotation;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Office {
    private volatile int letters;

    static class Desk {
        private int letters;
    }

    class Clerk extends Desk {
        void look() {
            //@ assert letters == 0
//                     ^^^^^^^^^^^^ java-assertion
        }
    }

    public void write() {
        letters = 1;
        new Clerk().look();
    }
}
