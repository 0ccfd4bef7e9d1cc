//! Threads that wait for each other inside of the library: at a latch, a barrier, a queue, a future.
//!
//! The library gives up none of the locks that the thread holds:
//!
//! ```text
//! await(o) with locks held,  every thread that adds to the queue o takes one of them       ⇒   nothing is ever added
//! await(o) with locks held,  some thread that counts down the latch o takes one of them    ⇒   it never comes to zero
//! ```
//!
//! A thread that takes the lock, be it before the event and not around it, comes no further while the other one waits.
//! One element is enough for a queue, whereas a latch or a barrier needs all of its threads. Whether two locks are the same,
//! and whether the thread has to wait at all, is not asked: so this is *unknown*. A thread that waits for a while only goes on
//! by itself. What code outside does is trusted as far as it has the object.

use crate::interface::ordering::objects::{Object, ObjectId, Objects, Set};
use crate::interface::ordering::order::{self, Holding};
use crate::interface::ordering::turns::may_be_one;
use crate::interface::terms::term::Level;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::{Acquired, Context, Summary};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::state::State;
use concurrent::object::{Body, Call, Expr, Instruction, MethodId, MethodKind, Program, Type};
use rustc_hash::FxHashSet;
use source::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The callers of a method know so many of its meetings.
const MOST: usize = 256;

pub const MAY_BE_KEPT_OUT: &str = "a thread that waits here for others, inside of the library, keeps a lock that they may need before they come: then neither goes on; wait with no such lock held";

const TOO_MANY: &str = "threads wait for each other here, inside of the library and in what is called, in more ways than are distinguished";

/// What threads wait for inside of the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Event {
    /// An element in a queue.
    Element,
    /// Room in a queue, or a thread that takes the element.
    Room,
    /// All others: at a latch, a barrier, a phaser, an exchanger.
    Others,
    /// The value of a future that the program completes. Tasks are a matter of `joins`.
    Value,
}

/// A thread waits for an event of an object, or brings it about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Role {
    Waits(Event),
    Brings(Event),
    /// Runs a function that is not followed, whatever that does.
    Runs(MethodId),
}

/// One of these, in a method or in one that it calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub role: Role,
    ids: Set,
    /// The locks that are held meanwhile, and how.
    kept: Locks,
    /// Those that the thread takes, at that time or another.
    taken: Locks,
    span: Span,
}

type Locks = BTreeSet<(ObjectId, Level)>;

impl Meeting {
    fn is_like(&self, other: &Meeting) -> bool {
        self.role == other.role && self.ids == other.ids && self.kept == other.kept
    }
}

/// Which methods of which classes of the library wait for what, and bring it about. Methods that wait for a while only
/// have an argument more than those that wait.
struct Rule {
    class: &'static str,
    waits: &'static [(&'static str, usize, Event)],
    brings: &'static [(&'static str, Event)],
}

const RULES: [Rule; 6] = [
    Rule {
        class: "java.util.concurrent.BlockingQueue",
        waits: &[
            ("take", 0, Event::Element),
            ("takeFirst", 0, Event::Element),
            ("takeLast", 0, Event::Element),
            ("put", 1, Event::Room),
            ("putFirst", 1, Event::Room),
            ("putLast", 1, Event::Room),
            ("transfer", 1, Event::Room),
        ],
        brings: &[
            ("put", Event::Element),
            ("offer", Event::Element),
            ("add", Event::Element),
            ("push", Event::Element),
            ("transfer", Event::Element),
            ("tryTransfer", Event::Element),
            ("take", Event::Room),
            ("poll", Event::Room),
            ("remove", Event::Room),
            ("pop", Event::Room),
            ("clear", Event::Room),
            ("drainTo", Event::Room),
        ],
    },
    Rule {
        class: "java.util.concurrent.CountDownLatch",
        waits: &[("await", 0, Event::Others)],
        brings: &[("countDown", Event::Others)],
    },
    Rule {
        class: "java.util.concurrent.CyclicBarrier",
        waits: &[("await", 0, Event::Others)],
        brings: &[("await", Event::Others), ("reset", Event::Others)],
    },
    Rule {
        class: "java.util.concurrent.Phaser",
        waits: &[("arriveAndAwaitAdvance", 0, Event::Others), ("awaitAdvance", 1, Event::Others)],
        brings: &[("arrive", Event::Others), ("register", Event::Others)],
    },
    Rule {
        class: "java.util.concurrent.Exchanger",
        waits: &[("exchange", 1, Event::Others)],
        brings: &[("exchange", Event::Others)],
    },
    Rule {
        class: "java.util.concurrent.Future",
        waits: &[("get", 0, Event::Value), ("join", 0, Event::Value)],
        brings: &[("complete", Event::Value), ("cancel", Event::Value)],
    },
];

impl Rule {
    /// What a method of this name with so many arguments does. `putFirst` adds as `put` does.
    fn roles(&self, name: &str, arguments: usize) -> Vec<Role> {
        let waits = self.waits.iter().filter(|(own, count, _)| *own == name && *count == arguments);
        let waits = waits.map(|(_, _, event)| Role::Waits(*event));
        let brings = self.brings.iter().filter(|(own, _)| name.starts_with(own));
        let mut roles: Vec<Role> = waits.chain(brings.map(|(_, event)| Role::Brings(*event))).collect();
        roles.dedup();
        roles
    }

    /// Whether some of the objects may be of the class.
    fn is_about(&self, engine: &Engine, ids: &Set) -> bool {
        let Some(class) = engine.class_named(self.class) else { return false };
        let program = engine.program;
        ids.iter().any(|id| match (engine.objects.get(*id), engine.objects.type_of(*id)) {
            (Object::Of(_), Type::Class(of)) => program.is_subclass(*of, class) || program.is_subclass(class, *of),
            (_, Type::Class(of)) => program.is_subclass(*of, class),
            _ => false,
        })
    }
}

fn may_have_role(program: &Program, call: &Call) -> bool {
    let method = program.method(call.method);
    let is_library = matches!(method.body, Body::Library(_));
    is_library && RULES.iter().any(|rule| !rule.roles(&method.name, call.args.len()).is_empty())
}

/// A library method is called on an object.
pub fn called(walk: &mut Walk, state: &State, call: &Call, span: Span) {
    let (program, method) = (walk.engine.program, walk.method);
    let Some(receiver) = call.receiver.as_ref().filter(|_| may_have_role(program, call)) else { return };
    let ids = walk.engine.objects.of_expr(program, method, receiver);
    for rule in &RULES {
        let roles = rule.roles(&program.method(call.method).name, call.args.len());
        if roles.is_empty() || !rule.is_about(walk.engine, &ids) {
            continue;
        }
        for role in roles {
            let never_waits = role == Role::Waits(Event::Room) && always_has_room(program, &walk.engine.objects, &ids);
            if !never_waits {
                add(walk, state, Meeting { role, ids: Rc::clone(&ids), kept: Locks::new(), taken: Locks::new(), span });
            }
        }
    }
}

/// A function that is not followed may be run here.
pub fn runs(walk: &mut Walk, state: &State, method: MethodId, span: Span) {
    if walk.engine.takes_turns.contains(&method) {
        add(
            walk,
            state,
            Meeting { role: Role::Runs(method), ids: Rc::from([]), kept: Locks::new(), taken: Locks::new(), span },
        );
    }
}

/// What the callee does happens with the locks of the caller held, too.
pub fn take_over(walk: &mut Walk, state: &State, summary: &Summary) {
    for meeting in &summary.meetings {
        add(walk, state, meeting.clone());
    }
}

fn add(walk: &mut Walk, state: &State, mut meeting: Meeting) {
    let own = Acquired {
        lock: None,
        kind: None,
        ids: Rc::clone(&meeting.ids),
        level: Level::Write,
        span: meeting.span,
        and_older: false,
        is_again: false,
    };
    for Holding { ids, level, .. } in order::held_locks(walk, state, &own) {
        meeting.kept.extend(ids.iter().map(|id| (*id, level)));
    }
    if walk.summary.meetings.iter().any(|known| known.is_like(&meeting)) {
        return;
    }
    match walk.summary.meetings.len() < MOST {
        true => walk.summary.meetings.push(meeting),
        false => walk.doubt_order(meeting.span, TOO_MANY),
    }
}

/// Whether a method of the program waits so, or ends such a wait, by its text.
pub fn meets(program: &Program, method: MethodId) -> bool {
    let edges = program.method(method).graph().map_or(&[][..], |graph| &graph.edges[..]);
    edges.iter().any(|edge| matches!(&edge.instruction, Instruction::Call(call) if may_have_role(program, call)))
}

/// Whether the objects are queues that are never full.
fn always_has_room(program: &Program, objects: &Objects, ids: &Set) -> bool {
    const ENDLESS: [&str; 3] = ["PriorityBlockingQueue", "DelayQueue", "LinkedTransferQueue"];
    const LINKED: [&str; 2] = ["LinkedBlockingQueue", "LinkedBlockingDeque"];
    let has_room = |id: &ObjectId| {
        let Object::Made(maker, edge) = *objects.get(*id) else { return false };
        let Some(graph) = program.method(maker).graph() else { return false };
        let Instruction::NewObject { target, class } = &graph.edges[edge.index()].instruction else { return false };
        let name = program.class(*class).name.strip_prefix("java.util.concurrent.").unwrap_or_default();
        let is_bounding = |call: &Call| {
            let is_own = call.receiver.as_ref().and_then(Expr::local) == Some(*target);
            is_own && program.method(call.method).kind == MethodKind::Constructor && !call.args.is_empty()
        };
        let mut calls = graph.edges.iter().filter_map(|edge| match &edge.instruction {
            Instruction::Call(call) => Some(call),
            _ => None,
        });
        ENDLESS.contains(&name) || LINKED.contains(&name) && !calls.any(is_bounding)
    };
    !ids.is_empty() && ids.iter().all(has_room)
}

/// The meetings of all threads. In place of a function that may be run, those of the function, with the locks of who runs it.
fn all_meetings(engine: &Engine) -> Vec<Meeting> {
    let of = |method: Option<MethodId>| {
        let is_one = move |context: &Context| context.is_entry && method.is_none_or(|method| context.method == method);
        let results = engine.results().filter(move |(context, _)| is_one(context));
        results.flat_map(|(_, summary)| {
            let acquired = summary.acquired.iter().filter(|acquired| !acquired.is_again);
            let taken: Locks = acquired.flat_map(|one| one.ids.iter().map(|id| (*id, one.level))).collect();
            summary.meetings.iter().cloned().map(move |meeting| Meeting { taken: taken.clone(), ..meeting })
        })
    };
    let mut queue: Vec<Meeting> = of(None).collect();
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some(meeting) = queue.pop() {
        let Role::Runs(method) = meeting.role else {
            found.push(meeting);
            continue;
        };
        let is_new = seen.insert((method, meeting.kept.clone(), meeting.taken.clone()));
        if is_new && engine.may_be_run(engine.program.method(method).class) {
            queue.extend(of(Some(method)).map(|mut inner| {
                inner.kept.extend(meeting.kept.iter().copied());
                inner.taken.extend(meeting.taken.iter().copied());
                inner
            }));
        }
    }
    found
}

/// The places where a thread may keep out those that it waits for.
pub fn doubts(engine: &Engine) -> Vec<Span> {
    let meetings = all_meetings(engine);
    let mut found = Vec::new();
    for wait in meetings.iter().filter(|wait| !wait.kept.is_empty()) {
        let Role::Waits(event) = wait.role else { continue };
        let is_other =
            |other: &&Meeting| other.role == Role::Brings(event) && may_be_one(engine, &other.ids, &wait.ids);
        let others: Vec<&Meeting> = meetings.iter().filter(is_other).collect();
        let keeps_out = |one: &(ObjectId, Level), other: &(ObjectId, Level)| {
            (one.1 == Level::Write || other.1 == Level::Write) && engine.may_be_one(one.0, other.0)
        };
        let is_kept_out = |other: &Meeting| {
            let mut needed = other.kept.iter().chain(&other.taken);
            needed.any(|lock| wait.kept.iter().any(|kept| keeps_out(kept, lock)))
        };
        let is_outside = || wait.ids.iter().any(|id| engine.objects.reaches_outside(*id));
        let is_doubtful = match event {
            Event::Element | Event::Room | Event::Others if others.is_empty() => !is_outside(),
            Event::Element | Event::Room => others.iter().all(|other| is_kept_out(other)),
            Event::Others | Event::Value => others.iter().any(|other| is_kept_out(other)),
        };
        if is_doubtful {
            found.push(wait.span);
        }
    }
    found
}
