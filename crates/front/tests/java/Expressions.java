import java.util.List;

/** Values: arithmetic, boxes, arrays, strings, casts. */
class Expressions {
    byte small;
    long big;
    char letter = 'a';
    Integer boxed;
    int[] data;
    Expressions other;
    static String name = "n";
    static final String FULL = "a" + "b";
    static final long MASK = ~0L >>> 3;

    void compound(int i) {
        small += 3;
        small++;
        big <<= 2;
        letter++;
        boxed += i;
        data[i++] *= i;
        other.other.big = other.big--;
        name += i + letter;
    }

    int order(int i) {
        int j = i + (i = 4) + i++ * ++i;
        data[i] = i = j;
        return j;
    }

    long numbers(int a, long b, double c, char d) {
        double x = a / 2 + b % 3 + c;
        long y = (long) x ^ b | a & 0xff;
        return -y + ~a + (d >>> 1) + MASK;
    }

    Object boxes(int a, Integer b, Object o) {
        Integer sum = a + b;
        boolean same = a == b;
        long wide = b;
        if (o instanceof String s && s.length() > 1) return s;
        if (!(o instanceof Integer n)) return same ? sum : wide;
        return (Integer) o + n;
    }

    static int sum(int... values) {
        int total = 0;
        for (int value : values) total += value;
        return total;
    }

    int varargs() {
        return sum() + sum(1, 2) + sum(new int[] {3});
    }

    int[][] arrays(int n) {
        int[][] grid = new int[n][2];
        int[][] fixed = {{1}, {2, 3}};
        String[] words = {"a", name};
        grid[0] = fixed[1].clone();
        words[0] = FULL;
        return grid;
    }

    String text(List<String> parts, StringBuilder out) {
        assert parts != null : "parts";
        out.append(parts.size()).append(',').append(name);
        return parts.get(0).isEmpty() ? null : out.toString() + 1 + 'c' + null;
    }
}
