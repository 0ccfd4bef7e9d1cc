// What a type parameter stands for is said by a class around the one that overrides.

package rely.virtual_calls.bug_type_of_a_class_around;

import net.jcip.annotations.ThreadSafe;

class Office<T> {
    abstract class Desk {
        abstract int put(T letter);

        int take(T letter) {
            return put(letter);
        }
    }

    class Empty extends Desk {
        @Override
        int put(T letter) {
            return 0;
        }
    }
}

@ThreadSafe
class PostOffice extends Office<String> {
    class Counter extends Desk {
        @Override
        int put(String letter) {
            return 1;
        }
    }

    public void open(boolean isEmpty) {
        Desk desk = isEmpty ? new Empty() : new Counter();
        int letters = desk.take("hello");
        assert letters == 0;
//      ^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
