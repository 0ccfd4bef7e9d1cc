// A ghost that begins as the object itself is not null.

package rely.ghosts.bug_first_value;

class Node {
    //@ ghost Node self = this
    private int uses;

    public void look() {
        Node made = new Node();
        //@ assert made.self == null
//          ^^^^^^ java-assertion
        uses = 1;
    }
}
