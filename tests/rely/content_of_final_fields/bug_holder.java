// A final object has a field that is not.

package rely.content_of_final_fields.bug_holder;

import net.jcip.annotations.ThreadSafe;

class Holder {
    int value;
}

@ThreadSafe
class Counter {
    private final Holder holder = new Holder();

    public void add() {
        holder.value++;
//      ^^^^^^^^^^^^^^ unprotected-content
    }
}
