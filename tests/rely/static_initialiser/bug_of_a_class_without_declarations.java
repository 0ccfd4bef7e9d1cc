// The class whose static field it is has no declarations of its own.

package rely.static_initialiser.bug_of_a_class_without_declarations;

class Limits {
//    ^^^^^^ global-invariant
    static Object lock = new Object();
    static int size;
}

class User {
    //@ global_invariant Limits.size == 5

    public static void look() {
        assert Limits.size == 5;
    }
}
