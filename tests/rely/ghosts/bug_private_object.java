// A ghost names an object that is otherwise private: other threads find it there.

package rely.ghosts.bug_private_object;

class Token {
    //@ ghost int uses
    int value;
}

class Desk {
    //@ ghost Token last
    private volatile int turns;

    public void put() {
        Token token = new Token();
        turns = 1;
        //@ set last = token
        turns = 2;
        //@ assert token.uses == 0
//          ^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }

    public void use() {
        turns = 3;
        //@ set last.uses = 5
    }
}
