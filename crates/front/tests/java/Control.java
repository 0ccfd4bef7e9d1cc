/** Control flow: loops, jumps, switches. */
class Control {
    enum Color { RED, GREEN, BLUE }

    int total;

    int loops(int n) {
        int sum = 0;
        for (int i = 0, j = n; i < j; i++, j--) {
            if (i % 3 == 0) continue;
            sum += i;
        }
        while (sum > 10) sum = sum / n;
        do {
            sum++;
        } while (sum < 0);
        return sum;
    }

    int labelled(int[][] grid) {
        int found = -1;
        outer:
        for (int[] row : grid) {
            for (int cell : row) {
                if (cell == 0) continue outer;
                if (cell < 0) {
                    found = cell;
                    break outer;
                }
            }
        }
        block: {
            if (found == -7) break block;
            found++;
        }
        return found;
    }

    String old(int kind) {
        String word;
        switch (kind) {
            case 1:
            case 2:
                word = "few";
                break;
            case MANY:
                word = "many";
            default:
                word = "other";
        }
        return word;
    }

    static final int MANY = 1 << 4;

    int arrows(Color color, String name) {
        int value = switch (color) {
            case RED -> 1;
            case GREEN, BLUE -> {
                total = total + 1;
                yield 2;
            }
        };
        switch (name) {
            case "a" -> value++;
            case "b" -> value--;
            default -> throw new IllegalArgumentException(name);
        }
        return value;
    }

    boolean conditions(Object left, Object right) {
        boolean both = left != null && right != null || total > 0;
        int chosen = both ? total : left == right ? 1 : 2;
        return !both & chosen > 0;
    }

    void forever() {
        for (;;) {
            total++;
        }
    }
}
