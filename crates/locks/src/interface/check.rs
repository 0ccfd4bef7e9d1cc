//! The interface check of a whole program.

use crate::codes;
use crate::interface::judge::candidate::Candidate;
use crate::interface::judge::feasible::{Feasible, feasible};
use crate::interface::judge::horn;
use crate::interface::judge::report;
use crate::interface::obligations::delegates::delegates;
use crate::interface::obligations::helpers;
use crate::interface::obligations::mode_parts::mode_parts;
use crate::interface::obligations::self_wait;
use crate::interface::obligations::unfollowed;
use crate::interface::obligations::unreadable::unreadable;
use crate::interface::ordering::cycles;
use crate::interface::ordering::joins;
use crate::interface::ordering::meetings;
use crate::interface::ordering::turns;
use crate::interface::races;
use crate::interface::walk::context::{Context as Situation, Summary};
use crate::interface::walk::engine::{Engine, internal};
use crate::interface::walk::entries;
use crate::interface::walk::held::Count;
use crate::spec::LockSpec;
use crate::unit::{attempt, failed, not_reached};
use concurrent::object::annotations::spec::Owner;
use concurrent::object::library::LibraryClass;
use concurrent::object::{ClassId, ClassOrigin, MethodId, MethodKind, Program, Type};
use ivl::check::Context;
use rustc_hash::FxHashSet;
use source::{Diagnostic, Obligation, Outcome, Report, Span, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The text of the program at a place. A place that ends behind its file ends with it.
pub type Text<'a> = dyn Fn(Span) -> String + 'a;

/// Looks at every method from which a thread may begin, and at what it calls.
pub fn check(program: &Program, locks: &LockSpec, text: &Text, context: &Context) -> Report {
    let start = Instant::now();
    let mut engine = Engine::new(program, locks, context.deadline);
    look_at_entries(&mut engine);
    let mut judged: BTreeMap<MethodId, Judged> = BTreeMap::new();
    let situations: Vec<(Situation, Summary)> =
        engine.results().map(|(situation, summary)| (situation.clone(), summary.clone())).collect();
    let begins = situations.iter().filter(|(situation, _)| situation.is_entry).map(|(situation, _)| situation.method);
    let begins: FxHashSet<MethodId> = begins.collect();
    let mut report = Report::default();
    for (situation, summary) in situations {
        if summary.needs_exact_counts && situation.held.iter().any(|(_, count, _)| count.is_based) {
            continue;
        }
        let method = judged.entry(situation.method).or_default();
        method.uses_locks |= summary.uses_locks;
        if context.deadline.is_over() && !summary.candidates.is_empty() {
            let doubt = engine.given_up(&situation);
            method.doubts.extend(summary.unknown.iter().cloned().chain([doubt]));
            continue;
        }
        let is_left = situation.is_entry
            && !locks.effects.contains_key(&situation.method)
            && summary.candidates.iter().any(is_about_callers)
            && entries::is_left_to_callers(&engine, &begins, situation.method);
        let summary = match is_left {
            true if helpers::is_helper(&engine, &situation, &summary) => without(summary, is_about_callers),
            true => without(summary, is_about_release),
            false => summary,
        };
        let time = &mut report.solver_time;
        if attempt(|| judge(&mut engine, &situation, &summary, method, context, time)).is_none() {
            method.doubts.push(internal(program, situation.method));
        }
        explain(&engine, &situation, method);
    }
    for (method, doubt) in unfollowed::doubts(&engine) {
        judged.entry(method).or_default().doubts.push(doubt);
    }
    let uses_locks = judged.values().any(|judged| judged.uses_locks) || has_locks(program);
    shadow(&engine, &mut judged);
    for (id, judged) in &judged {
        let is_read = !locks.unreadable.contains_key(&Owner::Method(*id));
        if is_read && (judged.uses_locks || !judged.violations.is_empty()) {
            let mut of_method = report::method(program, *id, judged, text);
            // What is not known of a method that several call is reported once.
            let is_known = |finding: &Diagnostic| report.findings().any(|known| known == finding);
            of_method.keep_findings(|finding| *finding.code != codes::UNKNOWN || !is_known(finding));
            report.append(of_method);
        }
    }
    unsupported_methods(program, &engine, uses_locks, text, &mut report);
    if uses_locks || !locks.fields.is_empty() {
        report.append(unreadable(program, locks));
    }
    let is_open = has_open(&report);
    if let Some(shared) = attempt(|| races::check(&mut engine, is_open)) {
        report.append(shared);
    } else if let Some(class) = program.classes.iter().find(|class| class.is_from_source()) {
        report.append(failed("shared-fields".to_string(), "shared-field", class.span));
    }
    let order = attempt(|| lock_order(&mut engine, &report, context, start));
    let place = program.classes.iter().find(|class| class.is_from_source()).map(|class| class.span);
    match (order, place) {
        (Some(order), _) => report.append(order),
        (None, Some(place)) => report.append(failed("lock-order".to_string(), "lock-order", place)),
        (None, None) => {}
    }
    report
}

fn without(mut summary: Summary, is_dropped: impl Fn(&Candidate) -> bool) -> Summary {
    summary.candidates.retain(|candidate| !is_dropped(candidate));
    summary
}

/// Who finds that a lambda has not the locks of the method around it is told why.
fn explain(engine: &Engine, situation: &Situation, method: &mut Judged) {
    const HELP: &str = "this function may run later or in another thread: it does not have the locks that are held \
                        where it is made";
    let class = engine.program.class(engine.program.method(situation.method).class);
    let is_lambda = matches!(class.origin, ClassOrigin::Lambda | ClassOrigin::Anonymous);
    let is_access = |found: &&mut Candidate| *found.code == codes::ACCESS;
    for found in method.violations.iter_mut().filter(|_| is_lambda && situation.is_entry).filter(is_access) {
        found.help = Some(HELP);
    }
}

/// A method that others of the program call may take a lock for them, or release it: whether that is right is seen
/// where they call it.
fn is_about_callers(candidate: &Candidate) -> bool {
    let is_kept = *candidate.code == codes::NOT_RELEASED && candidate.is_about_counts;
    is_kept || is_about_release(candidate)
}

fn is_about_release(candidate: &Candidate) -> bool {
    *candidate.code == codes::NOT_HELD && candidate.is_about_counts
}

/// Where a count is wrong, what follows from it is wrong too: of counts that were not told apart nothing more is said of
/// what runs in the same threads.
fn shadow(engine: &Engine, judged: &mut BTreeMap<MethodId, Judged>) {
    let is_wrong = |method: &Judged| method.violations.iter().any(|violation| violation.is_about_counts);
    let wrong: Vec<MethodId> = judged.iter().filter(|(_, method)| is_wrong(method)).map(|(id, _)| *id).collect();
    let is_unsure = |method: &Judged| method.possible.iter().any(|possible| possible.is_deep);
    if wrong.is_empty() || !judged.values().any(is_unsure) {
        return;
    }
    let hidden = entries::in_one_thread(&engine.calls, &wrong);
    for (_, method) in judged.iter_mut().filter(|(id, _)| hidden.contains(*id)) {
        let before = method.possible.len();
        method.possible.retain(|possible| !possible.is_deep);
        method.is_shadowed = method.possible.len() < before;
    }
}

/// Whether the program has locks of the library at all.
fn has_locks(program: &Program) -> bool {
    let is_lock = |ty: &Type| match ty {
        Type::Class(class) => matches!(
            program.class(*class).origin,
            ClassOrigin::Library(
                LibraryClass::Lock
                    | LibraryClass::ReadWriteLock
                    | LibraryClass::StampedLock
                    | LibraryClass::Condition
                    | LibraryClass::Semaphore
            )
        ),
        _ => false,
    };
    let is_own = |class: ClassId| program.class(class).is_from_source();
    program.fields.iter().any(|field| is_own(field.class) && is_lock(&field.ty))
        || program.methods.iter().any(|method| is_own(method.class) && method.is_synchronized)
}

/// Whether a text has words that are about locks or threads.
fn speaks_of_locks(text: &str) -> bool {
    const LOCKS: [&str; 6] = ["synchronized", "concurrent.locks", "Semaphore", "GuardedBy", "wait(", "notify"];
    const THREADS: [&str; 5] = ["Thread", "Executor", "CompletableFuture", "Timer", "parallel"];
    LOCKS.iter().chain(&THREADS).any(|word| text.contains(word))
}

/// What is known of a method in all its situations.
#[derive(Default)]
pub struct Judged {
    /// Whether there are violations that nothing is said of.
    pub is_shadowed: bool,
    pub uses_locks: bool,
    pub violations: Vec<Candidate>,
    /// Violations on ways of which it is not known whether they are possible.
    pub possible: Vec<Candidate>,
    pub doubts: Vec<crate::interface::walk::context::Doubt>,
    pub time: Duration,
}

fn look_at_entries(engine: &mut Engine) {
    let program = engine.program;
    engine.mode_parts = mode_parts(engine);
    engine.delegates = delegates(engine);
    for method in entries::entries(program, engine.locks) {
        for situation in entries::contexts(engine, method) {
            look_at(engine, situation);
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(class) = engine.handed_over.iter().copied().find(|class| !seen.contains(class)) {
        seen.insert(class);
        for method in &program.class(class).methods {
            if program.method(*method).kind == MethodKind::Method && program.method(*method).graph().is_some() {
                for situation in entries::contexts(engine, *method) {
                    // The thread that runs it may hold locks.
                    look_at(engine, Situation { has_frame: true, ..situation });
                }
            }
        }
    }
}

fn look_at(engine: &mut Engine, situation: Situation) {
    if engine.summary(&situation).needs_exact_counts {
        engine.summary(&exactly_once(situation));
    }
}

/// The situation in which callers hold what is needed once, and no more.
fn exactly_once(mut situation: Situation) -> Situation {
    for (_, count, _) in situation.held.iter_mut().filter(|(_, count, _)| *count == Count::BASED) {
        *count = Count::ONCE;
    }
    situation
}

/// Tells the violations that can happen from those that cannot, looking closer where it helps.
fn judge(
    engine: &mut Engine,
    situation: &Situation,
    summary: &Summary,
    method: &mut Judged,
    context: &Context,
    solver_time: &mut Duration,
) {
    method.doubts.extend(summary.unknown.iter().cloned());
    let mut surviving = possible_ones(engine, &summary.candidates, context, solver_time);
    if surviving.is_empty() {
        return;
    }
    // The clauses know each lock by one name: of two names for one lock, they say nothing.
    let is_counted = |candidate: &Candidate| candidate.is_about_counts && *candidate.code != codes::SELF_DEADLOCK;
    if surviving.iter().any(|(candidate, _)| is_counted(candidate))
        && horn::is_safe(engine, situation, context, solver_time)
    {
        surviving.retain(|(candidate, _)| !is_counted(candidate));
        for (candidate, is_feasible) in surviving {
            add(if is_feasible { &mut method.violations } else { &mut method.possible }, candidate);
        }
        return;
    }
    let (candidates, is_exact) = match engine.apart(situation) {
        Some(closer) => (possible_ones(engine, &closer.candidates, context, solver_time), !closer.is_deep),
        None => (surviving, false),
    };
    // Where counts grow in a loop, or ways are too many, only a way that is followed step by step is believed.
    let (followed, is_complete) = match is_exact {
        true => (Vec::new(), false),
        false => {
            let (followed, is_complete) = engine.unrolled(situation);
            let followed = if is_complete { followed } else { few_of_each(followed) };
            (possible_ones(engine, &followed, context, solver_time), is_complete)
        }
    };
    if is_complete {
        for (candidate, is_feasible) in followed {
            add(if is_feasible { &mut method.violations } else { &mut method.possible }, candidate);
        }
        return;
    }
    for (candidate, is_feasible) in candidates {
        let is_same = |(other, is_feasible): &&(Candidate, bool)| {
            *is_feasible && other.code == candidate.code && other.span == candidate.span
        };
        let mut followed = followed.iter().find(is_same).map(|(followed, _)| followed.clone());
        if followed.is_none() && !is_exact && !candidate.is_deep {
            let along = few_of_each(engine.along(situation, &candidate.trace));
            let along = possible_ones(engine, &along, context, solver_time);
            followed = along.iter().find(is_same).map(|(followed, _)| followed.clone());
        }
        match (followed, is_feasible && is_exact) {
            (Some(followed), _) => add(&mut method.violations, followed),
            (None, true) => add(&mut method.violations, candidate),
            (None, false) => add(&mut method.possible, candidate),
        }
    }
}

/// Adds a candidate; of two at the same place, the one with the shorter way stays.
fn add(candidates: &mut Vec<Candidate>, candidate: Candidate) {
    let same = candidates.iter_mut().find(|known| known.code == candidate.code && known.span == candidate.span);
    match same {
        Some(known) if candidate.trace.length() < known.trace.length() => *known = candidate,
        Some(_) => {}
        None => candidates.push(candidate),
    }
}

/// The first ones at each place: they are there to confirm what is suspected already.
fn few_of_each(candidates: Vec<Candidate>) -> Vec<Candidate> {
    const FEW: usize = 6;
    let mut few: Vec<Candidate> = Vec::new();
    for candidate in candidates.into_iter().filter(|candidate| !candidate.is_deep) {
        let is_same = |other: &&Candidate| other.code == candidate.code && other.span == candidate.span;
        if few.iter().filter(is_same).count() < FEW {
            few.push(candidate);
        }
    }
    few
}

/// Those that the solver does not exclude, and whether it says that they are possible.
fn possible_ones(
    engine: &Engine,
    candidates: &[Candidate],
    context: &Context,
    solver_time: &mut Duration,
) -> Vec<(Candidate, bool)> {
    let mut possible: Vec<(Candidate, bool)> = Vec::new();
    for candidate in candidates {
        let is_known = possible
            .iter()
            .any(|(known, is_feasible)| *is_feasible && known.code == candidate.code && known.span == candidate.span);
        if is_known {
            continue;
        }
        let (answer, time) = feasible(&engine.terms, &candidate.facts, context);
        *solver_time += time;
        match answer {
            Feasible::Yes => possible.push((candidate.clone(), true)),
            Feasible::Unknown => possible.push((candidate.clone(), false)),
            Feasible::No => {}
        }
    }
    possible
}

/// Methods that could not be read, if the program uses locks at all, or the file speaks of them.
fn unsupported_methods(program: &Program, engine: &Engine, uses_locks: bool, text: &Text, report: &mut Report) {
    let has_needs = !engine.locks.fields.is_empty();
    for (method, gap) in program.gaps() {
        if !uses_locks && !has_needs && !speaks_of_locks(&text(Span::new(gap.span.file, 0, u32::MAX))) {
            continue;
        }
        let name = concurrent::object::text::method_name(program, method);
        let id = format!("{name}/interface");
        let message = format!("`{name}` is not checked for its use of locks: {}", gap.message);
        let outcome = Outcome::unsupported(Diagnostic::error(&codes::UNSUPPORTED, gap.span, message));
        let (kind, span, time) = ("lock-interface", program.method(method).span, Duration::ZERO);
        report.obligations.push(Obligation { id, kind, span, outcome, time });
    }
}

/// Whether something is not known of some method.
fn has_open(methods: &Report) -> bool {
    let is_open = |method: &Obligation| matches!(method.outcome.verdict(), Verdict::Unknown | Verdict::Unsupported);
    methods.obligations.iter().any(is_open)
}

/// The order of locks is known only as far as all methods are: where one is not, ways end, and locks are not seen.
fn lock_order(engine: &mut Engine, methods: &Report, context: &Context, start: Instant) -> Report {
    let is_open = has_open(methods);
    let mut report = Report::default();
    if context.deadline.is_over() {
        let place =
            engine.order.iter().map(|edge| edge.taken_at).min().or(methods.obligations.first().map(|one| one.span));
        let not_asked = |span| not_reached("lock-order", "lock-order", span, context.deadline);
        return place.map(not_asked).unwrap_or_default();
    }
    self_wait::doubts(engine, context, &mut report.solver_time);
    let order = cycles::in_text_order(engine, context, &mut report.solver_time);
    let (mut cycles, tied) = cycles::cycles(engine, &order);
    engine.order_doubts.extend(tied.into_iter().map(|span| (span, cycles::MAY_BE_TIED)));
    let (lockouts, doubts) = turns::lockouts(engine);
    cycles.extend(lockouts);
    engine.order_doubts.extend(doubts.into_iter().map(|span| (span, turns::MAY_BE_KEPT_OUT)));
    let doubts = joins::doubts(engine);
    engine.order_doubts.extend(doubts.into_iter().map(|span| (span, joins::MAY_KEEP_OUT)));
    let doubts = meetings::doubts(engine);
    engine.order_doubts.extend(doubts.into_iter().map(|span| (span, meetings::MAY_BE_KEPT_OUT)));
    let time = start.elapsed();
    let first = order.first().map(|edge| edge.taken_at);
    let first = first.or(engine.order_doubts.first().map(|(span, _)| *span));
    let Some(first) = first.or(cycles.first().map(|cycle| cycle.span)) else { return report };
    let (span, verdict) = match (cycles.first(), engine.order_doubts.first()) {
        (Some(cycle), _) => (cycle.span, Verdict::Failed),
        (None, Some((span, _))) => (*span, Verdict::Unknown),
        (None, None) if is_open => (first, Verdict::Unknown),
        (None, None) => (first, Verdict::Proved),
    };
    if let (Verdict::Unknown, Some((span, message))) = (verdict, engine.order_doubts.first()) {
        cycles.push(Diagnostic::error(&codes::UNKNOWN, *span, message.to_string()));
    }
    let outcome = Outcome::of(verdict, cycles);
    report.obligations.push(Obligation { id: "lock-order".to_string(), kind: "lock-order", span, outcome, time });
    report
}
