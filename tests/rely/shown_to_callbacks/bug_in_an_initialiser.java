// A callback reads a field of a class that is being initialised.

package rely.shown_to_callbacks.bug_in_an_initialiser;

class Part {
    //@ ghost int pieces

    public String toString() {
        assert Store.LOCK != null;
        return "part";
    }
}

class Store {
    //@ ghost int parts
    static final String TEXT = String.valueOf(new Part());
//                             ^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
    static final Object LOCK = new Object();
}
