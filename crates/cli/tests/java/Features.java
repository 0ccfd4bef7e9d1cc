// Every assertion here holds: `java -ea` says so, and so must the search.
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
public class Features {
    enum Op { ADD { int apply(int a, int b) { return a + b; } }, MUL { int apply(int a, int b) { return a * b; } }; abstract int apply(int a, int b); }
    record Point(int x, int y) { int sum() { return x + y; } }
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static String name(String s) { switch (s) { case "a": return "A"; case "b": return "B"; default: return "?"; } }
    static int kind(Op o) { return switch (o) { case ADD -> 1; case MUL -> 2; }; }
    static class Res implements AutoCloseable { static int open; Res() { open++; } public void close() { open--; } }
    interface Visitor<R> { R visit(Node n); }
    static class Node { int v; Node next; Node(int v, Node next) { this.v = v; this.next = next; } <R> R accept(Visitor<R> w) { return w.visit(this); } }
    class Inner { int get() { return base + 1; } }
    int base = 41;
    static int fin() { int r = 0; try { r = 1; throw new RuntimeException("x"); } catch (RuntimeException e) { r += 10; return r; } finally { r += 100; Res.open += 0; } }
    static int depth(int n) { if (n == 0) throw new IllegalStateException(); return depth(n - 1); }
    static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
    static int count;
    static boolean side(boolean b) { count++; return b; }
    public static void main(String[] args) throws Exception {
        assert Op.ADD.apply(2, 3) == 5 && Op.MUL.apply(2, 3) == 6;
        assert new Point(3, 4).sum() == 7;
        assert sum() == 0 && sum(1, 2, 3) == 6;
        assert name("b").equals("B") && kind(Op.MUL) == 2;
        try (Res r = new Res(); Res q = new Res()) { int o = Res.open; assert o == 2; }
        int o = Res.open; assert o == 0;
        Node list = new Node(1, new Node(2, new Node(3, null)));
        int total = 0; for (Node n = list; n != null; n = n.next) total += n.v;
        assert total == 6;
        assert list.accept(n -> n.v + 10) == 11;
        Features f = new Features(); Inner in = f.new Inner(); assert in.get() == 42;
        assert fin() == 11;
        int caught = 0; try { depth(5); } catch (IllegalStateException e) { caught = 1; } assert caught == 1;
        outer: for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue outer; if (i == 2) break outer; caught++; } }
        assert caught == 7;
        boolean t = side(false) && side(true); boolean u = side(true) || side(false); int c = count; assert !t && u && c == 2;
        int[][] grid = new int[2][3]; grid[1][2] = 5; assert grid[1][2] + grid[0][0] == 5 && grid.length == 2 && grid[0].length == 3;
        int[] lit = {3, 1, 2}; int m = lit[0]++ + ++lit[1]; assert m == 5 && lit[0] == 4;
        Integer boxed = 5; int un = boxed + 1; assert un == 6;
        Map<String, List<Integer>> groups = new HashMap<>();
        groups.computeIfAbsent("k", k -> new ArrayList<>()).add(7);
        groups.computeIfAbsent("k", k -> new ArrayList<>()).add(8);
        List<Integer> got = groups.get("k"); int sz = got.size(); assert sz == 2;
        int acc = 0; for (Map.Entry<String, List<Integer>> e : groups.entrySet()) for (int x : e.getValue()) acc += x;
        assert acc == 15;
        Deque<Integer> dq = new ArrayDeque<>(); dq.push(1); dq.push(2); dq.addLast(3); int first = dq.pop(); int last = dq.pollLast(); assert first == 2 && last == 3;
        StringBuilder sb = new StringBuilder(); sb.append("a").append(1).append('c').append(true); String s = sb.toString(); assert s.equals("a1ctrue") && s.length() == 7;
        Function<Integer, Integer> inc = x -> x + 1; int applied = inc.apply(4); assert applied == 5;
        Supplier<Node> mk = () -> new Node(9, null); int nine = mk.get().v; assert nine == 9;
        BiFunction<Integer, Integer, Integer> add = Integer::sum; int three = add.apply(1, 2); assert three == 3;
        Object obj = new int[] {1}; assert obj instanceof int[] && !(obj instanceof String);
        long l = Integer.MAX_VALUE; l += 1; assert l == 2147483648L; byte b = (byte) 130; assert b == -126; char ch = 'a'; ch += 1; assert ch == 'b';
        double d = 7 / 2; assert d == 3.0; int tern = d > 2 ? 1 : 0; assert tern == 1; d = 7 / 2.0; assert d == 3.5; assert (int) 3.99 == 3 && (int) -3.99 == -3;
        int x = 5; x <<= 2; x ^= 3; x |= 8; x &= ~1; assert x == 30;
        Iterator<Integer> it = got.iterator(); int seen = 0; while (it.hasNext()) seen += it.next(); assert seen == 15;
        StringBuilder order = new StringBuilder(); got.forEach(v -> order.append(v)); String os = order.toString(); assert os.equals("78");
        Runnable[] rs = new Runnable[2]; final int[] cell = {0}; for (int i = 0; i < 2; i++) { final int k = i; rs[i] = () -> cell[0] += k + 1; } for (Runnable r : rs) r.run(); assert cell[0] == 3;
        do { x--; } while (x > 28); assert x == 28;
        Object lock = new Object(); synchronized (lock) { synchronized (lock) { x = 1; } } assert x == 1;
        boolean cce = false; try { Object st = "s"; Integer bad = (Integer) st; } catch (ClassCastException e) { cce = true; } assert cce;
        int mx = max(3, 9); assert mx == 9;
        char[] cs = {'x', 'y'}; assert cs[1] == 'y'; String nn = null; assert ("v" + nn + 1).equals("vnull1");
        ThreadLocal<Integer> tl = new ThreadLocal<>(); tl.set(4); int tlv = tl.get(); assert tlv == 4;
        CompletableFuture<Integer> cf = CompletableFuture.supplyAsync(() -> 5); int five = cf.get(); assert five == 5;
        System.out.println("fine");
    }
}
