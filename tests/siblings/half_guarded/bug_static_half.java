// Wrong: a static counter under the class lock in one method and under none in the other.

package siblings.half_guarded.bug_static_half;

class Ids {
    private static int next;

    public static synchronized int take() {
        return next++;
    }

    public static void reset() {
        next = 0;
    }
}
