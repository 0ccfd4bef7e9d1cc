//! `explore` on Java: threads that die, assertions that call methods, calls of what is not thread-safe.

#[path = "support/explored.rs"]
mod explored;

use explore::object::{Bounds, FaultKind, Kinds, Outcome};
use explored::{finds, finds_nothing, outcome, two_threads};

fn main_of(members: &str, body: &str) -> String {
    format!("class Main {{ {members} public static void main(String[] args) throws Exception {{ {body} }} }}")
}

#[test]
fn conditions_of_assertions_call_methods() {
    let members = "static int n; static int pop() { n--; return -2; } static boolean yes() { n++; return true; }
                   static boolean no() { throw new IllegalStateException(); }";
    finds(FaultKind::Assertion, &main_of(members, "assert pop() != -2;"));
    finds_nothing(&main_of(members, "assert pop() == -2;"));
    // What is not asked does not run.
    finds_nothing(&main_of(members, "assert yes() || no(); assert !(n == 7 && no());"));
    finds(FaultKind::Assertion, &main_of(members, "assert yes() && n == 2;"));
    finds(FaultKind::Died, &main_of(members, "assert yes() && no();"));
    finds_nothing(&main_of(members, "try { assert no(); } catch (IllegalStateException e) { n = 3; }"));
}

#[test]
fn assertions_are_all_on_or_all_off() {
    // With assertions, `n` is 1 from the first one on.
    let members = "static int n; static boolean set() { n = 1; return true; }";
    finds_nothing(&main_of(members, "assert set(); int v = n; assert v == 1;"));
    finds(FaultKind::Uncaught, &main_of(members, "assert set(); int v = 1 / n;"));
    let lock = "static final ReentrantLock lock = new ReentrantLock();";
    finds(FaultKind::MonitorState, &main_of(lock, "assert lock.tryLock(); lock.unlock();"));
    finds_nothing(&main_of(lock, "if (lock.tryLock()) { lock.unlock(); }"));
}

#[test]
fn messages_of_assertions_are_computed_if_they_fail() {
    let members = "static int n; static String text() { n++; return \"\"; }
                   static String no() { throw new IllegalStateException(); }";
    finds_nothing(&main_of(members, "assert n == 0 : text(); assert n == 0 : no();"));
    finds(FaultKind::Assertion, &main_of(members, "assert n == 1 : text();"));
    finds(FaultKind::Died, &main_of(members, "assert n == 1 : no();"));
    let caught = "try { assert n == 1 : text(); } catch (AssertionError e) { int v = 1 / n; }";
    finds_nothing(&main_of(members, caught));
}

#[test]
fn threads_die() {
    let nothing = "";
    finds(FaultKind::Died, &main_of(nothing, "throw new IllegalStateException(\"x\");"));
    finds(FaultKind::Died, &two_threads(nothing, "throw new IllegalStateException();", "", ""));
    finds_nothing(&two_threads(
        nothing,
        "try { throw new IllegalStateException(); } catch (RuntimeException e) { }",
        "",
        "",
    ));
    let worker = "static class Worker extends Thread { public void run() { check(1); }
                  private void check(int n) { if (n > 0) throw new Bad(); } }
                  static class Bad extends RuntimeException { }";
    finds(FaultKind::Died, &main_of(worker, "Worker w = new Worker(); w.start(); w.join();"));
    finds_nothing(&main_of(&worker.replace("n > 0", "n > 1"), "Worker w = new Worker(); w.start(); w.join();"));
    // Of the library: the queue is empty in some runs.
    let members = "static final ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();";
    finds(FaultKind::Died, &two_threads(members, "q.add(1);", "q.remove();", ""));
    finds_nothing(&two_threads(members, "q.add(1);", "q.poll();", ""));
}

#[test]
fn a_submitted_task_fails_where_its_result_is_asked_for() {
    let pool = "ExecutorService pool = Executors.newFixedThreadPool(2);";
    let throws = "() -> { if (pool != null) throw new IllegalStateException(); }";
    finds(FaultKind::Died, &main_of("", &format!("{pool} pool.execute({throws}); pool.shutdown();")));
    finds_nothing(&main_of("", &format!("{pool} pool.submit({throws}); pool.shutdown();")));
    finds(FaultKind::Died, &main_of("", &format!("{pool} Future<?> f = pool.submit({throws}); f.get();")));
    finds_nothing(&main_of(
        "",
        &format!("{pool} Future<?> f = pool.submit({throws}); try {{ f.get(); }} catch (ExecutionException e) {{ }}"),
    ));
}

#[test]
fn what_only_a_thread_or_a_holder_calls_is_not_called_from_outside() {
    finds_nothing(
        "@ThreadSafe class Task extends Thread { private int n; public synchronized void set(int v) { n = v; }
             public void run() { int v = 1 / n; } }",
    );
    let gate = "@ThreadSafe class Gate implements Lock { private final Lock in = new ReentrantLock();
                public void lock() { in.lock(); } public void lockInterruptibly() { in.lock(); }
                public boolean tryLock() { return in.tryLock(); } public Condition newCondition() { return null; }
                public boolean tryLock(long n, TimeUnit unit) { return in.tryLock(); }
                public void unlock() { in.unlock(); } }";
    finds_nothing(gate);
    let other = gate.replace("implements Lock", "").replace("void unlock", "void leave");
    finds(FaultKind::MonitorState, &other);
}

#[test]
fn permits_are_counted_as_java_counts_them() {
    let members = "static final Semaphore s = new Semaphore(0);";
    finds(FaultKind::Died, &main_of(members, "s.release(-1);"));
    finds(FaultKind::Died, &main_of(members, "s.release(2147483647); s.release(1);"));
    finds_nothing(&main_of(members, "s.release(2); s.acquire(2); assert s.availablePermits() == 0;"));
}

#[test]
fn methods_that_are_called_from_outside_may_throw() {
    finds_nothing(
        "@ThreadSafe class Box { private int n; public synchronized void set(int v) {
             if (v < 0) throw new IllegalArgumentException(); n = v; } }",
    );
}

#[test]
fn calls_of_collections_overlap() {
    let uses = [
        ("HashMap<Integer, Integer>", "o.put(1, 1);", "o.get(1);"),
        ("LinkedHashMap<Integer, Integer>", "o.remove(1); o.put(2, 2);", "o.containsKey(1);"),
        ("HashSet<Integer>", "o.add(1);", "o.contains(1);"),
        ("ArrayList<Integer>", "o.add(1);", "o.add(2);"),
        ("LinkedList<Integer>", "o.addFirst(1);", "o.peekLast();"),
        ("ArrayDeque<Integer>", "o.push(1);", "o.isEmpty();"),
        ("StringBuilder", "o.append(1);", "o.append(2);"),
        // Of these, nothing else is modelled.
        ("PriorityQueue<Integer>", "o.add(1);", "o.peek();"),
        ("TreeMap<Integer, Integer>", "o.put(1, 1);", "o.get(1);"),
    ];
    for (class, first, second) in uses {
        let members = format!("static final {class} o = new {class}();");
        finds(FaultKind::Race, &two_threads(&members, first, second, ""));
        if !class.starts_with("PriorityQueue") && !class.starts_with("TreeMap") {
            let held = |body: &str| format!("synchronized (o) {{ {body} }}");
            finds_nothing(&two_threads(&members, &held(first), &held(second), ""));
        }
    }
    // Two that only read; one that replaces what is there.
    let members = "static final HashMap<Integer, Integer> o = new HashMap<>(); static { o.put(1, 1); }";
    finds_nothing(&two_threads(members, "o.get(1);", "o.size();", "o.put(2, 2);"));
    finds_nothing(&two_threads(members, "o.put(1, 2);", "o.get(1);", ""));
}

#[test]
fn locks_joins_and_latches_keep_calls_apart() {
    let members = "static final List<Integer> o = new ArrayList<>();
                   static final ReentrantLock lock = new ReentrantLock();
                   static final CountDownLatch done = new CountDownLatch(1); static volatile boolean ready;";
    let locked = |body: &str| format!("lock.lock(); try {{ {body} }} finally {{ lock.unlock(); }}");
    finds_nothing(&two_threads(members, &locked("o.add(1);"), &locked("o.add(2);"), "assert o.size() == 2;"));
    finds(FaultKind::Race, &two_threads(members, &locked("o.add(1);"), "o.add(2);", ""));
    let waits = "try { done.await(); } catch (InterruptedException e) { } o.add(2);";
    finds_nothing(&two_threads(members, "o.add(1); done.countDown();", waits, ""));
    finds(FaultKind::Race, &two_threads(members, "done.countDown(); o.add(1);", waits, ""));
    finds_nothing(&two_threads(members, "o.add(1); ready = true;", "if (ready) o.add(2);", ""));
    finds_nothing(&main_of(
        members,
        "Thread t = new Thread(() -> o.add(1)); o.add(2); t.start(); t.join(); o.add(3); assert o.size() == 3;",
    ));
}

#[test]
fn a_class_whose_methods_overlap() {
    let cache = |modifier: &str| {
        format!(
            "@ThreadSafe class Cache {{ private final Map<Integer, Integer> m = new HashMap<>();
                 public synchronized void put(int k) {{ m.put(k, k); }}
                 public {modifier} boolean has(int k) {{ return m.containsKey(k); }} }}"
        )
    };
    finds(FaultKind::Race, &cache(""));
    finds_nothing(&cache("synchronized"));
}

#[test]
fn iterators_use_their_collection() {
    let members = "static final List<Integer> o = new ArrayList<>(); static { o.add(1); }
                   static int sum() { int s = 0; for (int v : o) s += v; return s; }";
    finds(FaultKind::Race, &two_threads(members, "sum();", "o.add(2);", ""));
    finds_nothing(&two_threads(members, "synchronized (o) { sum(); }", "synchronized (o) { o.add(2); }", ""));
    finds(FaultKind::Died, &main_of(members, "Iterator<Integer> i = o.iterator(); o.add(2); i.next();"));
    // This one need not notice.
    let deque = members.replace("List<Integer> o = new ArrayList", "Deque<Integer> o = new ArrayDeque");
    let text = main_of(&deque, "Iterator<Integer> i = o.iterator(); o.add(2); i.next();");
    assert!(matches!(outcome(&text, &Bounds::default()), Outcome::Unsupported { .. }));
    let of_map = "static final Map<Integer, Integer> o = new HashMap<>(); static { o.put(1, 1); }
                  static int sum() { int s = 0; for (int v : o.values()) s += v; return s; }";
    finds(FaultKind::Race, &two_threads(of_map, "sum();", "o.put(2, 2);", ""));
    finds_nothing(&two_threads(&of_map.replace("HashMap", "ConcurrentHashMap"), "sum();", "o.put(2, 2);", ""));
}

#[test]
fn wrappers_and_old_classes_lock_themselves() {
    let members = "static final List<Integer> o = Collections.synchronizedList(new ArrayList<>());";
    let guarded = "synchronized (o) { if (o.isEmpty()) { o.add(1); } }";
    finds_nothing(&two_threads(members, "o.add(1);", "o.add(2);", "assert o.size() == 2;"));
    finds_nothing(&two_threads(members, guarded, guarded, "assert o.size() == 1;"));
    let loose = "if (o.isEmpty()) { o.add(1); }";
    finds(FaultKind::Assertion, &two_threads(members, loose, loose, "assert o.size() == 1;"));
    let both = "static final List<Integer> in = new ArrayList<>();
                static final List<Integer> o = Collections.synchronizedList(in);";
    finds(FaultKind::Race, &two_threads(both, "o.add(1);", "in.add(2);", ""));
    finds(FaultKind::Race, &two_threads(members, "o.add(1);", "for (int v : o) { }", ""));
    let vector = "static final Vector<Integer> o = new Vector<>(); static { o.add(1); }";
    let takes = "synchronized (o) { if (!o.isEmpty()) o.remove(0); }";
    finds_nothing(&two_threads(vector, takes, "o.clear();", ""));
}

#[test]
fn races_that_are_not_looked_for_end_nothing() {
    let members = "static final List<Integer> o = new ArrayList<>();";
    let bounds = Bounds { judges: Kinds::ALL.without(FaultKind::Race), ..Bounds::default() };
    let text = two_threads(members, "o.add(1);", "o.add(2);", "assert o.size() == 2;");
    assert!(matches!(outcome(&text, &bounds), Outcome::NoneWithin { .. }));
}
