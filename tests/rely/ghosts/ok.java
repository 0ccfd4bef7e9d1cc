// A ghost that begins as the object itself.

package rely.ghosts.ok;

class Node {
    //@ ghost Node self = this
    private int uses;

    public void look() {
        Node made = new Node();
        //@ assert made.self == made
        uses = 1;
    }
}
