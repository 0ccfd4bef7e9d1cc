// The initialiser of the holder starts a thread in a helper, and goes on.

package locks.started_by_initialisers.bug_in_another_class;

class Numbers {
    static int n;
}

class Holder {
    static final int FIRST = begin();

    private static int begin() {
        new Thread(() -> Numbers.n++).start();
//                       ^^^^^^^^^ lock-unknown
        return 1;
    }
}

class Program {
    public static void main(String[] args) {
        System.out.println(Holder.FIRST);
        Numbers.n = 2;
    }
}
