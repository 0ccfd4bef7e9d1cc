// What a method returns, its caller takes for an object that all may know.

package rely.handed_over.bug_result;

class Box {
    //@ global_invariant 0 <= value
    int value;
}

class Maker {
    //@ ensures \result != null
    static Box make() {
//             ^^^^ global-invariant
        Box box = new Box();
        box.value = -1;
        return box;
    }

    public static void main(String[] args) {
        Box box = make();
        int found = box.value;
        assert found >= 0;
    }
}
