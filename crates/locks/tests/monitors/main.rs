//! Lock classes at random, and threads that use them one by one: what is proved for every number of threads is true of each
//! number, what is refuted is false of some, and who enters again does not wait where the class is said to let it in.
//!
//! By default a sample; `COUNTERPOINT_MONITORS` is how many, `COUNTERPOINT_SEED` where to begin.

mod generate;
mod monitor;
mod paths;
mod threads;

use concurrent::object::annotations;
use front::java::Input;
use generate::Random;
use locks::behaviour::reentry::{Reentry, Waiting};
use monitor::{MODES, Monitor, Property};
use source::{Deadline, FileId, Verdict};
use threads::{Graph, graph};

const SAMPLE: u64 = 16;
/// A judge that looks at more takes too long.
const WORLDS: usize = 1_500;
/// Up to so many threads that enter once, and so many that enter twice.
const ONCE: usize = 4;
const TWICE: usize = 2;

/// What the engine says of a class.
struct Said {
    properties: Vec<Verdict>,
    waiting: Verdict,
    /// By operation and by mode that is held.
    reentry: Vec<Vec<Waiting>>,
}

/// None if the class is not supported.
fn said(monitor: &Monitor, text: &str) -> Option<Said> {
    let (program, wrong) = front::java::read(&[Input { file: FileId(0), text, is_overlay: false }]);
    assert!(wrong.is_empty(), "{wrong:?}\n{text}");
    let (spec, _) = annotations::resolve(&program);
    let (locks, wrong) = locks::spec::elaborate(&program, &spec);
    assert!(wrong.is_empty(), "{wrong:?}\n{text}");
    let report = locks::behaviour::check::check(&program, &locks, None, Deadline::never());
    let verdict = |name: &str| {
        let id = format!("Lock/{name}");
        report.obligations.iter().find(|obligation| obligation.id == id).map(|obligation| obligation.outcome.verdict())
    };
    let waiting = verdict("waiting")?;
    let properties = monitor.properties.iter().map(|property| verdict(&property.name)).collect::<Option<_>>()?;
    let class = locks.properties.first()?.class;
    let reentry = Reentry::new(&program, &locks, class, Deadline::never());
    let of_operation = |operation: &monitor::Operation| {
        let id = program.method_ids().find(|id| *program.method(*id).name == *operation.name);
        let id = id.expect("the operation is a method");
        (0..monitor.modes).map(|mode| reentry.waits(id, None, MODES[mode])).collect()
    };
    Some(Said { properties, waiting, reentry: monitor.operations.iter().map(of_operation).collect() })
}

#[derive(Default, Debug)]
struct Counts {
    unsupported: usize,
    proved: usize,
    refuted: usize,
    other: usize,
    never_waits: usize,
    wrong: Vec<String>,
}

fn compare(monitor: &Monitor, counts: &mut Counts) {
    let text = monitor.text();
    let Some(said) = said(monitor, &text) else {
        counts.unsupported += 1;
        return;
    };
    let once: Vec<Graph> = (1..=ONCE).map(|threads| graph(monitor, threads, 1, WORLDS)).collect();
    let twice: Vec<Graph> = (1..=TWICE).map(|threads| graph(monitor, threads, 2, WORLDS)).collect();
    let mut wrong = Vec::new();
    let all = || once.iter().chain(&twice);
    for (property, verdict) in monitor.properties.iter().zip(&said.properties) {
        let is_known = |graph: &&Graph| graph.is_complete || paths::is_safety(&property.formula);
        let is_false = all().filter(is_known).any(|graph| !paths::is_true(graph, property));
        count(&mut wrong, counts, *verdict, is_false, &once, &describe(property));
    }
    let is_stuck = all().any(Graph::is_left_for_ever);
    count(&mut wrong, counts, said.waiting, is_stuck, &once, "nobody waits for ever");
    for (operation, held) in all().flat_map(|graph| &graph.waits_with) {
        let row = &said.reentry[*operation];
        if (0..monitor.modes).filter(|mode| held & (1 << mode) != 0).all(|mode| row[mode] == Waiting::Never) {
            let name = &monitor.operations[*operation].name;
            wrong.push(format!("{name} is said never to wait with modes {held:b} held"));
        }
    }
    counts.never_waits += said.reentry.iter().flatten().filter(|waiting| **waiting == Waiting::Never).count();
    if !wrong.is_empty() {
        counts.wrong.push(format!("{}\n{text}", wrong.join("\n")));
    }
}

fn describe(property: &Property) -> String {
    format!("{}: {:?}", property.name, property.formula)
}

fn count(wrong: &mut Vec<String>, counts: &mut Counts, verdict: Verdict, is_false: bool, once: &[Graph], what: &str) {
    match verdict {
        Verdict::Proved | Verdict::Failed => {
            counts.proved += 1;
            if is_false {
                wrong.push(format!("proved, but false: {what}"));
            }
        }
        Verdict::Refuted => {
            counts.refuted += 1;
            if !is_false && once.iter().all(|graph| graph.is_complete) {
                wrong.push(format!("refuted, but true: {what}"));
            }
        }
        Verdict::Unknown | Verdict::Unsupported | Verdict::Invalid | Verdict::NotChecked => counts.other += 1,
    }
}

#[test]
fn what_is_said_of_lock_classes_is_true_of_threads() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, many) = (number("COUNTERPOINT_SEED").unwrap_or(1), number("COUNTERPOINT_MONITORS").unwrap_or(SAMPLE));
    let mut counts = Counts::default();
    for seed in first..first + many {
        let monitor = generate::monitor(&mut Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)));
        let before = counts.wrong.len();
        compare(&monitor, &mut counts);
        if counts.wrong.len() > before {
            println!("seed {seed}: {}", counts.wrong[before]);
        }
    }
    let Counts { unsupported, proved, refuted, other, never_waits, wrong } = counts;
    println!(
        "{proved} proved, {refuted} refuted, {other} neither, {never_waits} never wait, {unsupported} classes unsupported"
    );
    assert!(proved as u64 > many / 2 && refuted as u64 > many / 2, "too little is said: {proved}, {refuted}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
