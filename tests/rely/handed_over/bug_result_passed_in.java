// Code outside gets the object from one method and gives it to another.

package rely.handed_over.bug_result_passed_in;

class Box {
    //@ global_invariant 0 <= value
    int value;
}

class Shop {
    //@ ghost int visits

    public static Box make() {
//                    ^^^^ global-invariant
        Box box = new Box();
        box.value = -1;
        return box;
    }

    public static void use(Box box) {
        if (box != null) {
            int found = box.value;
            assert found >= 0;
        }
    }
}
