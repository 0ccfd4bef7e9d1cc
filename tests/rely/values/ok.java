// One conversion is one number, one text one object.

package rely.values.ok;

class Label {
    //@ global_invariant 0 <= uses
    static int uses;

    public static void print(String name, double weight) {
        String first = name + "!";
        String second = first;
        assert first == second;
        assert first != null;
        assert (int) weight == (int) weight;
    }
}
