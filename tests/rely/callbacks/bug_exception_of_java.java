// `toString` may divide by zero, and the handler breaks the invariant.

package rely.callbacks.bug_exception_of_java;

class Part {
    int size;

    @Override
    public String toString() {
        return "1/" + 1 / size;
    }
}

class Log {
    //@ global_invariant 0 <= lines
    static int lines;

    public static void write(Part part) {
        try {
            String.valueOf(part);
        } catch (ArithmeticException failure) {
            lines = -1;
//          ^^^^^^^^^^ global-invariant
        }
    }
}
