// What is thrown is handed over like what is returned.

package rely.handed_over.bug_exception;

class Trouble extends RuntimeException {
    //@ global_invariant 0 <= level
    int level;
}

class Work {
    //@ modifies \nothing
    static void fail() {
//              ^^^^ global-invariant
        Trouble trouble = new Trouble();
        trouble.level = -1;
        throw trouble;
    }

    public static void main(String[] args) {
        try {
            fail();
        } catch (Trouble trouble) {
            int found = trouble.level;
            assert found >= 0;
        }
    }
}
