package crawler;

/** Arrays of numbers that belong to one thread. */
final class Longs {
    private Longs() {
    }

    /** A new array of a given length, whose first elements are those of another. */
    //@ requires source != null && 0 <= count && count <= source.length && count <= length
    static long[] copy(long[] source, int count, int length) {
        long[] copy = new long[length];
        for (int i = 0; i < count; i++) {
            copy[i] = source[i];
        }
        return copy;
    }

    /** Puts the first elements of one array behind those of another. */
    //@ requires target != null && source != null && 0 <= from && 0 <= count && count <= source.length
    //@ requires from + count <= target.length
    static void append(long[] target, int from, long[] source, int count) {
        //@ loop_invariant 0 <= i && i <= count
        for (int i = 0; i < count; i++) {
            target[from + i] = source[i];
        }
    }
}
