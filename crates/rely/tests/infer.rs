//! Which lock protects a field: what is told can be pasted, and then the class is proved.

use concurrent::object::annotations;
use front::java::Input;
use ivl::check::Context;
use rely::check::Request;
use smt::{Cache, Pool, SolverConfig, SolverSession};
use source::{Diagnostic, SourceMap, Span};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const COUNTER: &str = r#"
@ThreadSafe
class Counter {
    private int count;
    private int limit;

    Counter(int limit) { this.limit = limit; }

    synchronized void increment() { if (count < limit) count++; }
    int get() { synchronized (this) { return count; } }
}
"#;

const TWO_LOCKS: &str = r#"
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

@ThreadSafe
class TwoLocks {
    private final Object left = new Object();
    private final ReentrantLock right = new ReentrantLock();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private int first;
    private int second;
    private int third;
    private static int made;

    void setFirst(int value) { synchronized (left) { first = value; } }
    int getFirst() { synchronized (left) { return first; } }

    void setSecond(int value) {
        right.lock();
        try {
            second = value;
        } finally {
            right.unlock();
        }
    }

    void setThird(int value) {
        both.writeLock().lock();
        try {
            third = value;
        } finally {
            both.writeLock().unlock();
        }
    }

    int getThird() {
        both.readLock().lock();
        try {
            return third;
        } finally {
            both.readLock().unlock();
        }
    }

    static void make() { synchronized (TwoLocks.class) { made = made < 10 ? made + 1 : 0; } }
}
"#;

const ONE_WITHOUT: &str = r#"
@ThreadSafe
class OneWithout {
    private int count;
    private int other;

    synchronized void increment() { count = count < 100 ? count + 1 : 0; }
    int get() { return count; }
    synchronized void set(int value) { other = value; }
}
"#;

const ANOTHER_LOCK: &str = r#"
@ThreadSafe
class AnotherLock {
    private final Object lock = new Object();
    private int count;

    synchronized void increment() { count = count < 100 ? count + 1 : 0; }
    int get() { synchronized (lock) { return count; } }
}
"#;

#[test]
fn what_is_told_can_be_pasted() {
    for (text, expected) in [
        (COUNTER, vec!["limit: final", "count: @GuardedBy(\"this\")"]),
        (
            TWO_LOCKS,
            vec![
                "first: @GuardedBy(\"left\")",
                "second: @GuardedBy(\"right\")",
                "third: @GuardedBy(\"both\")",
                "made: @GuardedBy(\"TwoLocks.class\")",
            ],
        ),
    ] {
        let notes = inferred(text);
        assert_eq!(told(text, &notes), expected);
        let pasted = pasted(text, &notes);
        assert_eq!(unproved(&pasted), Vec::<String>::new(), "{pasted}");
    }
}

#[test]
fn a_lock_that_is_not_held_everywhere_is_not_told() {
    let notes = inferred(ONE_WITHOUT);
    assert_eq!(told(ONE_WITHOUT, &notes), ["count: nothing", "other: @GuardedBy(\"this\")"]);
    assert_eq!(told(ANOTHER_LOCK, &inferred(ANOTHER_LOCK)), ["count: nothing"]);
}

/// The field and the annotation of each note.
fn told(text: &str, notes: &[Diagnostic]) -> Vec<String> {
    let name = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default().to_string();
    notes
        .iter()
        .map(|note| format!("{}: {}", name(note.span), note.help.first().map_or("nothing", |one| one)))
        .collect()
}

/// The text with every annotation before the declaration of its field.
fn pasted(text: &str, notes: &[Diagnostic]) -> String {
    let mut places: Vec<(usize, &str)> = Vec::new();
    for note in notes {
        let line = text[..note.span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let indent = text[line..].len() - text[line..].trim_start().len();
        places.extend(note.help.first().map(|annotation| (line + indent, annotation.as_str())));
    }
    places.sort();
    let mut pasted = text.to_string();
    for (at, annotation) in places.into_iter().rev() {
        pasted.insert_str(at, &format!("{annotation} "));
    }
    pasted
}

fn inferred(text: &str) -> Vec<Diagnostic> {
    with_program(text, rely::infer::infer)
}

/// What is not proved of the program.
fn unproved(text: &str) -> Vec<String> {
    with_program(text, |java, spec, request, context| {
        let report = rely::check::check(java, spec, request, context);
        let open = report.obligations.iter().filter(|one| !one.outcome.is_proved());
        open.map(|one| one.id.clone()).chain(report.findings().map(|finding| finding.message.clone())).collect()
    })
}

fn with_program<T>(
    text: &str,
    act: impl FnOnce(&concurrent::object::Program, &annotations::spec::Spec, &Request, &Context) -> T,
) -> T {
    let mut map = SourceMap::new();
    let file = map.add("Test.java", text);
    let (java, findings) = front::java::read(&[Input { file, text, is_overlay: false }]);
    assert_eq!(findings.len(), 0, "{findings:?}");
    let (spec, findings) = annotations::resolve(&java);
    assert_eq!(findings.len(), 0, "{findings:?}");
    let source = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default().to_string();
    let request = Request { thread_safe: &[], text: &source };
    let mut config = SolverConfig::new(z3());
    let options = ivl::check::Z3_OPTIONS.iter().chain(rely::check::Z3_OPTIONS);
    config.options.extend(options.map(|(key, value)| (key.to_string(), value.to_string())));
    let info = config.probe().expect("a solver");
    let of_session = config.clone();
    let pool = Pool::new(Arc::new(move || Box::new(SolverSession::new(of_session.clone()))), 2);
    let context = Context {
        pool: &pool,
        cache: &Cache::disabled(),
        info: &info,
        config: &config,
        deadline: source::Deadline::never(),
        timeout: Duration::from_secs(60),
        jobs: 2,
        only: None,
        progress: &|_, _| (),
    };
    act(&java, &spec, &request, &context)
}

fn z3() -> PathBuf {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.tools/z3");
    std::env::var_os("COUNTERPOINT_Z3").map_or(own, PathBuf::from)
}
