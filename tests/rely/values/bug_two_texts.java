// The same text twice is two objects.

package rely.values.bug_two_texts;

class Label {
    //@ global_invariant 0 <= uses
    static int uses;

    public static void print(String name) {
        String first = name + "!";
        String second = name + "!";
        assert first == second;
//      ^^^^^^^^^^^^^^^^^^^^^^^ java-assertion
    }
}
