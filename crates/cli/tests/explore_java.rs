//! `explore` on Java: what is found, what is not, and that neither depends on how steps are joined.

#[path = "support/explored.rs"]
mod explored;
mod support;

use explore::object::{Bounds, FaultKind, Kinds, Outcome, explore, explore_target, prepared, search, targets};
use explored::{ANNOTATIONS, IMPORTS, finds, finds_nothing, outcome, program, two_threads};
use front::java::Input;
use source::FileId;
use support::{Scratch, root};

#[test]
fn lost_updates() {
    let counter = |modifiers: &str| {
        let members = format!("static int n; static {modifiers} void inc() {{ n++; }}");
        two_threads(&members, "inc();", "inc();", "int v = n;\n//@ assert v == 2\n")
    };
    finds(FaultKind::Assertion, &counter(""));
    finds_nothing(&counter("synchronized"));
}

#[test]
fn atomics() {
    let end = "int v = n.get(); assert v == 2;";
    let members = "static final AtomicInteger n = new AtomicInteger();";
    finds(FaultKind::Assertion, &two_threads(members, "n.set(n.get() + 1);", "n.set(n.get() + 1);", end));
    finds_nothing(&two_threads(members, "n.incrementAndGet();", "n.updateAndGet(x -> x + 1);", end));
    let swap = "int x; do { x = n.get(); } while (!n.compareAndSet(x, x + 1));";
    finds_nothing(&two_threads(members, swap, swap, end));
}

#[test]
fn locks_in_two_orders() {
    let members = "static final Object x = new Object(), y = new Object();";
    let taken = |first: &str, second: &str| format!("synchronized ({first}) {{ synchronized ({second}) {{ }} }}");
    finds(FaultKind::Deadlock, &two_threads(members, &taken("x", "y"), &taken("y", "x"), ""));
    finds_nothing(&two_threads(members, &taken("x", "y"), &taken("x", "y"), ""));
    finds_nothing(&two_threads(members, &taken("x", "x"), &taken("x", "x"), ""));
}

#[test]
fn a_reader_cannot_become_a_writer() {
    let members = "static final ReentrantReadWriteLock l = new ReentrantReadWriteLock();";
    let both = |first: &str, second: &str| {
        format!("l.{first}Lock().lock(); l.{second}Lock().lock(); l.{second}Lock().unlock(); l.{first}Lock().unlock();")
    };
    finds(FaultKind::Deadlock, &two_threads(members, &both("read", "write"), "", ""));
    finds_nothing(&two_threads(members, &both("write", "read"), &both("read", "read"), ""));
}

#[test]
fn refused_locks() {
    let members = "static final ReentrantLock l = new ReentrantLock(); static int n;";
    let held = "l.lock(); n = 1; l.unlock();";
    finds(FaultKind::MonitorState, &two_threads(members, held, "l.tryLock(); n = 2; l.unlock();", ""));
    finds_nothing(&two_threads(members, held, "if (l.tryLock()) { n = 2; l.unlock(); }", ""));
    finds(FaultKind::Assertion, &two_threads(members, held, "assert !l.isLocked();", ""));
}

#[test]
fn interrupts() {
    let members = "static Thread sleeper; static boolean slept;";
    let text = |then: &str| {
        format!(
            "class Main {{ {members} public static void main(String[] args) throws Exception {{
                 sleeper = new Thread(() -> {{ try {{ Thread.sleep(1); slept = true; }} catch (InterruptedException e) {{ }} }});
                 sleeper.start(); sleeper.interrupt(); sleeper.join(); {then} }} }}"
        )
    };
    finds(FaultKind::Assertion, &text("boolean s = slept; assert s;"));
    finds(FaultKind::Assertion, &text("boolean s = slept; assert !s;"));
    finds_nothing(&text("boolean alive = sleeper.isAlive(); assert !alive;"));
}

#[test]
fn stamps() {
    let members = "static final StampedLock l = new StampedLock(); static int x, y;
                   static void write() { long s = l.writeLock(); x = 1; y = 1; l.unlockWrite(s); }";
    let read =
        |test: &str| format!("long s = l.tryOptimisticRead(); int a = x, b = y; if ({test}) {{ assert a == b; }}");
    finds_nothing(&two_threads(members, "write();", &read("l.validate(s)"), ""));
    finds(FaultKind::Assertion, &two_threads(members, "write();", &read("s != 0"), ""));
    finds(FaultKind::MonitorState, &two_threads(members, "l.unlockRead(l.writeLock());", "", ""));
}

#[test]
fn locks_are_released() {
    let members = "static final ReentrantLock l = new ReentrantLock(); static int[] data = new int[1];";
    finds(FaultKind::LockHeld, &two_threads(members, "l.lock();", "", ""));
    finds(FaultKind::MonitorState, &two_threads(members, "l.unlock();", "", ""));
    let risky = "l.lock(); try { data[args.length + 1] = 1; } finally { l.unlock(); }";
    finds(FaultKind::Uncaught, &two_threads(members, risky, "l.lock(); l.unlock();", ""));
    let caught = "try { synchronized (l) { data[1] = 1; } } catch (RuntimeException e) { }";
    finds_nothing(&two_threads(members, caught, "synchronized (l) { }", ""));
}

const CELL: &str = "@ThreadSafe class Cell {
    @GuardedBy(\"this\") private Object held;
    public synchronized void put(Object o) throws InterruptedException {
        while (held != null) wait();
        held = o == null ? this : o;
        notifyAll();
    }
    public synchronized int take() throws InterruptedException {
        while (held == null) wait();
        int code = held.hashCode();
        held = null;
        notifyAll();
        return code;
    }
}";

#[test]
fn waiting() {
    finds_nothing(CELL);
    // Another taker comes in between the signal and the waiting taker.
    finds(FaultKind::Uncaught, &CELL.replace("while (held == null)", "if (held == null)"));
    finds(FaultKind::MonitorState, &CELL.replace("synchronized int", "int").replace("@GuardedBy(\"this\")", ""));
    finds(FaultKind::GuardedBy, &CELL.replace("synchronized int", "int"));
}

#[test]
fn waiting_threads_wake_up_for_no_reason_if_asked() {
    let once =
        CELL.replace("while (held == null)", "if (held == null)").replace("while (held != null)", "if (held != null)");
    let alone = Bounds { threads: 1, ops: 1, ..Bounds::default() };
    assert!(matches!(outcome(&once, &alone), Outcome::NoneWithin { .. }));
    assert!(matches!(outcome(&once, &Bounds { spurious: true, ..alone }), Outcome::Found { .. }));
    assert!(matches!(outcome(CELL, &Bounds { spurious: true, ..alone }), Outcome::NoneWithin { .. }));
}

#[test]
fn what_classes_declare() {
    let class = |body: &str| {
        format!(
            "//@ global_invariant low <= high\n@ThreadSafe class Range {{
                 //@ env_assumption \\old(high) <= high
                 //@ unwritable_by_env_if holder == tid
                 private int low;
                 private int high;
                 {body} }}"
        )
    };
    finds_nothing(&class("public synchronized void grow() { high = high + 1; low = low + 1; }"));
    finds(FaultKind::GlobalInvariant, &class("public synchronized void grow() { low = low + 1; high = high + 1; }"));
    finds(
        FaultKind::EnvAssumption,
        &class("public synchronized void shrink() { high = high - 1; }").replace("low <= high", "low <= 0"),
    );
    let both = "public synchronized void grow() { high = high + 2; low = low + 1; } public void reset() { low = 0; }";
    finds(FaultKind::UnwritableByEnvIf, &class(both));
    let needs = "public void set(int to) { in(to); } //@ requires 0 <= x\n private void in(int x) { }";
    finds(FaultKind::Requires, &class(needs));
    finds_nothing(&class("//@ requires 0 <= x\n public synchronized void in(int x) { if (x < 0) low = high + 1; }"));
}

#[test]
fn abstractions_of_methods() {
    let clock = |body: &str| {
        format!(
            "@ThreadSafe class Clock {{
                 private int minutes;
                 //@ action: also_modifies minutes ensures minutes == (\\old(minutes) + 1) % 60
                 public synchronized void tick() {{ {body} }} }}"
        )
    };
    finds_nothing(&clock("minutes = (minutes + 1) % 60;"));
    finds(FaultKind::Ensures, &clock("minutes = minutes + 2; minutes = minutes - 1;"));
    finds(FaultKind::Ensures, &clock("if (minutes < 1) minutes = minutes + 1;"));
    let counter = |ensures: &str, modifier: &str| {
        format!(
            "@ThreadSafe class Counter {{ private int n;
                 //@ modifies n
                 //@ ensures {ensures}
                 public {modifier} int next() {{ n = n + 1; return n; }} }}"
        )
    };
    finds_nothing(&counter("\\result >= \\old(n)", "synchronized"));
    finds(FaultKind::Ensures, &counter("\\result == \\old(n) + 1", "synchronized"));
    finds(FaultKind::Ensures, &counter("\\result == n", "synchronized"));
    finds_nothing(&counter("\\result <= n", "synchronized"));
    finds(FaultKind::Ensures, &counter("\\result <= n", ""));
}

#[test]
fn faults_that_are_not_looked_for_do_not_end_a_run() {
    let text = two_threads("static int[] data;", "data[0] = 1;", "", "assert false;");
    finds(FaultKind::Uncaught, &text);
    let bounds = Bounds { judges: Kinds::ALL.without(FaultKind::Uncaught), ..Bounds::default() };
    match outcome(&text, &bounds) {
        Outcome::Found { finding, .. } => assert_eq!(finding.fault.kind, FaultKind::Assertion),
        other => panic!("{other:?}"),
    }
    let leaking = "@ThreadSafe class Box { private final ReentrantLock l = new ReentrantLock(); private int n;
        public void set(int x) { l.lock(); if (x > 0) { n = x; l.unlock(); } } }";
    finds_nothing(leaking);
    match outcome(leaking, &Bounds { leaks: true, ..Bounds::default() }) {
        Outcome::Found { finding, .. } => assert_eq!(finding.fault.kind, FaultKind::LockHeld),
        other => panic!("{other:?}"),
    }
}

#[test]
fn ghosts_and_sets_of_threads() {
    let gate = "//@ global_invariant busy ==> !(\\forall Thread t; !in.contains(t))
        @ThreadSafe class Gate {
            //@ ghost ThreadSet in
            private boolean busy;
            public synchronized void enter() {
                if (busy) return;
                //@ set in = in.with(tid)
                busy = true;
            }
            public synchronized void leave() {
                busy = false;
                //@ set in = \\empty
            }
        }";
    finds_nothing(gate);
    finds(FaultKind::GlobalInvariant, &gate.replace("busy = false;", ""));
}

#[test]
fn a_fresh_object_is_private() {
    let node = "class Node { @GuardedBy(\"this\") int value; Node() { value = 1; } }";
    let use_of = |write: &str, publish: &str, end: &str| {
        let members = "static volatile Node shared;";
        node.to_string() + &two_threads(members, &format!("Node n = new Node(); {write} {publish} {end}"), "", "")
    };
    finds_nothing(&use_of("n.value = 2;", "shared = n;", ""));
    finds(FaultKind::GuardedBy, &use_of("", "shared = n;", "n.value = 2;"));
    finds_nothing(&use_of("", "shared = n;", "synchronized (n) { n.value = 2; }"));
}

/// A method reference uses what it was made with where it is run.
#[test]
fn what_is_kept_for_later_is_not_used_yet() {
    let cache = "class Cache { @GuardedBy(\"this\") private final List<String> list = new ArrayList<>();
                     void clear() { run(list::clear); }
                     synchronized void run(Runnable change) { change.run(); } }";
    let both = "cache.clear();";
    let users = two_threads("static final Cache cache = new Cache();", both, both, "");
    finds_nothing(&(cache.to_string() + &users));
    finds(FaultKind::GuardedBy, &(cache.replace("run(list::clear)", "list.clear()") + &users));
}

#[test]
fn classes_are_initialised_once_and_before_use() {
    let lazy = "class Config { static int made; static final int[] TABLE = make();
                    static int[] make() { made++; return new int[2]; } }";
    let both = "int x = Config.TABLE.length; assert x == 2;";
    finds_nothing(&(lazy.to_string() + &two_threads("", both, both, "assert Config.made == 1;")));
}

#[test]
fn dispatch_lambdas_and_exceptions() {
    let shapes = "interface Shape { int area(); default int twice() { return 2 * area(); } }
                  class Square implements Shape { public int area() { return 4; } }
                  class Big extends Square { public int area() { return super.area() + 5; } }";
    let body = "Shape s = new Big(); int sum = s.twice() + new Square().twice(); Shape t = () -> 1; sum += t.twice();
                try { Object o = \"x\"; Integer i = (Integer) o; sum += i; } catch (ClassCastException e) { sum += 100; }
                finally { sum += 1000; } int end = sum;";
    let main = |wanted: i32| shapes.to_string() + &two_threads("", "", "", &format!("{body} assert end == {wanted};"));
    finds_nothing(&main(18 + 8 + 2 + 1100));
    finds(FaultKind::Assertion, &main(0));
}

#[test]
fn numbers_wrap() {
    let check = "int most = Integer.MAX_VALUE; most++; assert most == Integer.MIN_VALUE;
                 long big = 1L << 40; assert (int) big == 0 && (byte) 200 == -56 && -7 / 2 == -3 && -7 % 2 == -1;
                 assert (-8 >>> 28) == 15 && (1 << 33) == 2 && (char) -1 == 65535;";
    finds_nothing(&two_threads("", "", "", check));
}

#[test]
fn tasks_latches_semaphores_and_collections() {
    let text = "class Main { public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CountDownLatch latch = new CountDownLatch(1);
        Semaphore one = new Semaphore(1);
        List<Integer> list = new ArrayList<>();
        Future<Integer> sum = pool.submit(() -> {
            latch.await();
            one.acquire();
            int all = 0;
            for (int i : list) all += i;
            one.release();
            return all;
        });
        one.acquire();
        for (int i = 0; i < 3; i++) list.add(i);
        one.release();
        latch.countDown();
        int got = sum.get();
        pool.shutdown();
        assert got == 3;
    } }";
    finds_nothing(text);
    finds(FaultKind::Assertion, &text.replace("latch.await();", ""));
    finds(FaultKind::Deadlock, &text.replace("latch.countDown();", ""));
}

#[test]
fn tasks_of_one_thread_run_in_order() {
    let text = |pool: &str| {
        format!(
            "class Main {{ static int n; public static void main(String[] args) throws Exception {{
                 ExecutorService pool = Executors.{pool}; pool.execute(() -> n++); pool.execute(() -> n++);
                 pool.shutdown(); boolean all = pool.awaitTermination(1, TimeUnit.SECONDS); int v = n; assert v == 2; }} }}"
        )
    };
    finds_nothing(&text("newSingleThreadExecutor()"));
    finds(FaultKind::Assertion, &text("newFixedThreadPool(2)"));
}

#[test]
fn barriers_arrays_of_atomics_and_concurrent_maps() {
    let members = "static final CyclicBarrier gate = new CyclicBarrier(2); static int x, y;
                   static void pass() { try { gate.await(); } catch (Exception e) { } }";
    finds_nothing(&two_threads(members, "x = 1; pass(); assert y == 1;", "y = 1; pass(); assert x == 1;", ""));
    finds(FaultKind::Assertion, &two_threads(members, "x = 1; assert y == 1;", "y = 1;", ""));
    finds(FaultKind::Deadlock, &two_threads(members, "pass();", "", ""));
    let members = "static final AtomicIntegerArray cells = new AtomicIntegerArray(2);";
    finds_nothing(&two_threads(
        members,
        "cells.incrementAndGet(1);",
        "cells.incrementAndGet(1);",
        "int v = cells.get(1) + cells.get(0); assert v == 2;",
    ));
    let members = "static final ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(); static int made;
                   static void get() { int v = m.computeIfAbsent(\"k\", k -> { made++; return 7; }); assert v == 7; }";
    finds_nothing(&two_threads(members, "get();", "get();", "int n = made; assert n == 1;"));
    let members = members.replace("ConcurrentHashMap", "HashMap");
    finds(FaultKind::Race, &two_threads(&members, "get();", "get();", "int n = made; assert n == 1;"));
}

#[test]
fn what_is_not_modelled_is_reported() {
    let text = two_threads("", "", "", "long t = System.nanoTime(); if (t > 5) { assert t != 7; }");
    match outcome(&text, &Bounds::default()) {
        Outcome::Unsupported { gap, .. } => assert!(gap.message.contains("not modelled"), "{gap:?}"),
        other => panic!("{other:?}"),
    }
    // What happens before is still found.
    let text = two_threads("", "", "", "int[] a = null; a[0] = 1; long t = System.nanoTime(); if (t > 5) { }");
    finds(FaultKind::Uncaught, &text);
}

#[test]
fn a_failing_run_can_be_replayed() {
    let program = program(&two_threads("static int n;", "n++;", "n++;", "int v = n; assert v == 2;"));
    let (spec, _) = concurrent::object::annotations::resolve(&program);
    let target = targets(&program, &spec)[0];
    let bounds = Bounds::default();
    let Outcome::Found { finding, .. } = explore_target(&program, &spec, target, &bounds) else {
        panic!("nothing was found");
    };
    let machine = prepared(&program, &spec, target, &bounds);
    let (steps, fault) = search::replay(&machine, target, &bounds, &finding.schedule);
    assert_eq!(fault, Some(finding.fault));
    assert_eq!(steps, finding.steps);
    let shorter = &finding.schedule[..finding.schedule.len() - 1];
    assert_eq!(search::replay(&machine, target, &bounds, shorter).1, None);
}

/// That java runs it so is a test in `java_corpus.rs`.
#[test]
fn a_program_with_many_features_runs_as_java_runs_it() {
    let path = root().join("crates/cli/tests/java/Features.java");
    let text = std::fs::read_to_string(&path).expect("the program can be read");
    let (program, diagnostics) = front::java::read(&[Input { file: FileId(0), text: &text, is_overlay: false }]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let outcome = explore(&program, &Bounds::default());
    assert!(matches!(outcome, Outcome::NoneWithin { .. }), "{outcome:?}");
}

#[test]
fn the_command_line() {
    let scratch = Scratch::new();
    let java = |text: &str| format!("{IMPORTS}{ANNOTATIONS}{text}");
    scratch.write("Right.java", java(CELL));
    scratch.write("Wrong.java", java(&CELL.replace("synchronized int", "int")));
    scratch.write("Invalid.java", "class {");
    scratch.write("Nothing.java", "class Nothing { int x; }");
    let code = |name: &str| scratch.run(["explore", "--threads", "2", name]).code;
    assert_eq!(code("Right.java"), Some(0));
    assert_eq!(code("Wrong.java"), Some(1));
    assert_eq!(code("Invalid.java"), Some(2));
    assert_eq!(code("Nothing.java"), Some(3));
    let run = scratch.run(["explore", "Wrong.java"]).expect_code(1);
    assert!(run.stdout.contains("error[E0824]: `held` is read by thread 2"), "{}", run.stdout);
    assert!(run.stdout.contains("line 14, thread 2"), "{}", run.stdout);
    let json = scratch.run(["explore", "--format", "json1", "Wrong.java"]).expect_code(1).json();
    let file = &json["files"][0];
    assert_eq!((file["outcome"].as_str(), file["target"].as_str()), (Some("found"), Some("Cell")));
    assert!(file["states"].as_u64().is_some_and(|states| states > 1));
}
