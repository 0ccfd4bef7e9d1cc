// What is returned or thrown is as everyone expects it.

package rely.handed_over.ok;

class Box {
    //@ global_invariant 0 <= value
    int value;
}

class Trouble extends RuntimeException {
    //@ global_invariant 0 <= level
    int level;
}

class Maker {
    //@ ensures \result != null
    static Box make() {
        Box box = new Box();
        box.value = 1;
        return box;
    }

    //@ modifies \nothing
    static void fail() {
        Trouble trouble = new Trouble();
        trouble.level = 1;
        throw trouble;
    }

    public static void main(String[] args) {
        Box box = make();
        int found = box.value;
        assert found >= 0;
        try {
            fail();
        } catch (Trouble trouble) {
            int level = trouble.level;
            assert level >= 0;
        }
    }
}
