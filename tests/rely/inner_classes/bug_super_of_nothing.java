// The object around the superclass is missing.

package rely.inner_classes.bug_super_of_nothing;

class Outer {
    class Part {
    }
}

class Piece extends Outer.Part {
    //@ ghost int pieces

    Piece(Outer outer) {
        outer.super();
//      ^^^^^^^^^^^^^^ implicit-exception
    }
}
