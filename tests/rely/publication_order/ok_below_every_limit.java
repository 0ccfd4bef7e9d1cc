// The object is right whatever others make of the limit meanwhile.

package rely.publication_order.ok_below_every_limit;

class Item {
    //@ global_invariant 0 <= limit
    //@ global_invariant size <= limit
    private int size;
    private static volatile int limit;
    private static volatile Item known;

    public static void make() {
        Item item = new Item();
        int now = limit;
        item.size = 0;
        known = item;
    }
}
