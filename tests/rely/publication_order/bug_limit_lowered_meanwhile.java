// While only one thread has the object, others may lower the limit that it is made by.

package rely.publication_order.bug_limit_lowered_meanwhile;

class Item {
    //@ global_invariant 0 <= limit
    //@ global_invariant size <= limit
    private int size;
    private static volatile int limit;
    private static volatile Item known;

    public static void make() {
        Item item = new Item();
        int now = limit;
        item.size = now;
        known = item;
//      ^^^^^^^^^^^^ global-invariant
    }
}
