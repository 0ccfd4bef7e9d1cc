// A class may implement an interface by a method that it inherits, with other types as seen from there.

package rely.virtual_calls.bug_inherited_generic_method;

import net.jcip.annotations.ThreadSafe;

interface Listener {
    int hear(String word);
}

class Recorder<T> {
    public int hear(T word) {
        return 1;
    }
}

class Secretary extends Recorder<String> implements Listener {
}

class Deaf implements Listener {
    @Override
    public int hear(String word) {
        return 0;
    }
}

@ThreadSafe
class Diary {
    public void tell(boolean aloud) {
        Listener listener = aloud ? new Secretary() : new Deaf();
        int heard = listener.hear("hello");
        assert heard == 0;
//      ^^^^^^^^^^^^^^^^^ java-assertion
    }
}
