//! Accesses to the same content that no lock keeps apart.

use crate::codes;
use crate::content::facts::{Facts, Kind};
use crate::content::record::{Access, Relative, What};
use crate::content::state::{Level, Mode};
use crate::content::{Finding, Walked, leaving, name_of};
use concurrent::object::{FieldId, FieldKind};
use source::{Diagnostic, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Which fields may lead to the same content.
pub struct Regions {
    of: Vec<usize>,
    /// Levels of a region that may hold the same object: from each to another, up to one that stands for all.
    levels: BTreeMap<(usize, Level), Level>,
    /// Regions in which two objects may have the same content.
    mixed: BTreeSet<usize>,
    /// Regions with a field of a thread-safe class.
    shared: BTreeSet<usize>,
    kinds: BTreeMap<FieldId, BTreeSet<Kind>>,
    element_kinds: BTreeMap<usize, BTreeSet<Kind>>,
}

impl Regions {
    pub fn new(facts: &Facts, walked: &[Walked]) -> Regions {
        let count = facts.java.fields.len();
        let mut regions = Regions {
            of: (0..count).collect(),
            levels: BTreeMap::new(),
            mixed: BTreeSet::new(),
            shared: BTreeSet::new(),
            kinds: BTreeMap::new(),
            element_kinds: BTreeMap::new(),
        };
        let merges: BTreeSet<_> = walked.iter().flat_map(|method| &method.record.merges).collect();
        for (one, other, _) in &merges {
            let (one, other) = (regions.root(one.index()), regions.root(other.index()));
            regions.of[one] = other;
        }
        regions.of = (0..count).map(|at| regions.root(at)).collect();
        regions.mixed =
            merges.iter().filter(|(.., is_same)| !is_same).map(|(one, ..)| regions.of[one.index()]).collect();
        for (field, one, other) in walked.iter().flat_map(|method| &method.record.level_merges) {
            let (one, other) = (regions.level(*field, *one), regions.level(*field, *other));
            if one != other {
                regions.levels.insert((regions.of(*field), one), other);
            }
        }
        let fields = (0..count as u32).map(FieldId).filter(|field| facts.is_of_safe_class(*field));
        regions.shared = fields.map(|field| regions.of[field.index()]).collect();
        for record in walked.iter().map(|method| &method.record) {
            for (field, kinds) in &record.kinds {
                regions.kinds.entry(*field).or_default().extend(kinds);
            }
            for (field, kinds) in &record.element_kinds {
                let region = regions.of[field.index()];
                regions.element_kinds.entry(region).or_default().extend(kinds);
            }
        }
        regions
    }

    fn root(&self, mut at: usize) -> usize {
        while self.of[at] != at {
            at = self.of[at];
        }
        at
    }

    pub fn of(&self, field: FieldId) -> usize {
        self.of[field.index()]
    }

    /// The level that stands for all that may hold the same object as this one.
    pub fn level(&self, field: FieldId, mut level: Level) -> Level {
        while let Some(next) = self.levels.get(&(self.of(field), level)) {
            level = *next;
        }
        level
    }

    pub fn is_shared(&self, field: FieldId) -> bool {
        self.shared.contains(&self.of(field))
    }

    /// Whether an object at this place may be one that threads may not use as they like.
    pub fn may_be_unsafe(&self, field: FieldId, level: Level, seen: Kind) -> bool {
        let is_unsafe = |kind: &Kind| matches!(kind, Kind::Unsafe | Kind::Depends);
        match self.kinds_at(field, level) {
            Some(kinds) => kinds.iter().any(is_unsafe),
            None => is_unsafe(&seen),
        }
    }

    /// Whether it may be one that locks itself, and none that does not.
    fn locks_itself(&self, field: FieldId, level: Level, seen: Kind) -> bool {
        let is_locked = match self.kinds_at(field, level) {
            Some(kinds) => kinds.contains(&Kind::Locked),
            None => seen == Kind::Locked,
        };
        is_locked && !self.may_be_unsafe(field, level, seen)
    }

    fn kinds_at(&self, field: FieldId, level: Level) -> Option<&BTreeSet<Kind>> {
        match level {
            Level::Field(field) => self.kinds.get(&field),
            Level::Element => self.element_kinds.get(&self.of(field)),
            Level::Inside => None,
        }
    }

    /// Whether a lock that is held at a write, alone, is also held at another step.
    pub fn keeps_apart(
        &self,
        region: usize,
        write: &BTreeSet<(Relative, Mode)>,
        other: &BTreeSet<(Relative, Mode)>,
    ) -> bool {
        let is_mixed = self.mixed.contains(&region);
        write.iter().any(|(lock, mode)| {
            let counts = matches!(lock, Relative::Fixed(_) | Relative::Itself) || !is_mixed;
            let is_held = [Mode::Exclusive, Mode::Shared].iter().any(|mode| other.contains(&(lock.clone(), *mode)));
            *mode == Mode::Exclusive && counts && is_held
        })
    }
}

/// A region, and which part of it: content at a level, a field of an object, or all of it.
type Key = (usize, Option<Level>, Option<FieldId>);

/// A finding for each place whose accesses no lock keeps apart.
pub fn races(facts: &Facts, regions: &Regions, walked: &[Walked]) -> Vec<Finding> {
    let mut places: BTreeMap<Key, Vec<(&Access, &Walked)>> = BTreeMap::new();
    let mut all = leaving::inside(facts, regions, walked);
    for method in walked {
        all.extend(method.record.accesses.iter().map(|access| (access.clone(), method)));
    }
    all.retain(|(access, _)| counts(facts, regions, access));
    for (access, _) in &mut all {
        if access.what == What::Content && is_locked(regions, access) {
            access.locks.insert((Relative::Itself, Mode::Exclusive));
        }
    }
    for (access, method) in &all {
        let region = regions.of(access.field);
        let key = match access.what {
            What::Field(field) => (region, None, Some(field)),
            What::Content | What::Iterated | What::HandedOut | What::Wrapped => {
                (region, Some(regions.level(access.field, access.level)), None)
            }
            What::Whole => (region, None, None),
        };
        places.entry(key).or_default().push((access, *method));
    }
    let mut found: Vec<Finding> = Vec::new();
    for (key, accesses) in &places {
        let whole = places.get(&(key.0, None, None)).into_iter().flatten();
        let all: Vec<(&Access, &Walked)> = accesses.iter().chain(whole).copied().collect();
        let Some((one, other)) = worst(regions, key.0, &all) else { continue };
        if !found.iter().any(|finding| finding.diagnostic.span == one.0.span) {
            found.push(finding(facts, one, other));
        }
    }
    found
}

/// Whether it is an access to a collection that locks itself, but does not keep others out while it is iterated over.
fn is_locked(regions: &Regions, access: &Access) -> bool {
    matches!(access.what, What::Content | What::Iterated)
        && access.inside.is_none()
        && regions.locks_itself(access.field, access.level, access.kind)
}

fn counts(facts: &Facts, regions: &Regions, access: &Access) -> bool {
    let is_content = matches!(access.what, What::Content | What::Iterated | What::HandedOut | What::Wrapped);
    let is_certain = matches!(access.what, What::Field(_)) || access.what == What::Whole && access.kind == Kind::Unsafe;
    let is_unsafe =
        is_certain || regions.may_be_unsafe(access.field, access.level, access.kind) || is_locked(regions, access);
    regions.is_shared(access.field) && is_unsafe && !(is_content && facts.is_declared_content(access.field))
}

type Pair<'a> = ((&'a Access, &'a Walked), (&'a Access, &'a Walked));

/// Two accesses that may happen at once, the one with fewer locks first.
fn worst<'a>(regions: &Regions, region: usize, all: &[(&'a Access, &'a Walked)]) -> Option<Pair<'a>> {
    let mut sorted: Vec<(&Access, &Walked)> = all.to_vec();
    sorted.sort_by_key(|(access, _)| {
        (access.locks.len(), access.what == What::HandedOut, access.inside.is_none(), !access.is_write, access.span)
    });
    for one in &sorted {
        let mut others = sorted.iter().filter(|other| {
            let (first, second) = (one.0, other.0);
            let is_race = match (first.is_write, second.is_write) {
                (true, _) => !regions.keeps_apart(region, &first.locks, &second.locks),
                (false, true) => !regions.keeps_apart(region, &second.locks, &first.locks),
                (false, false) => false,
            };
            let is_one_thread = one.1.is_main && other.1.is_main;
            let is_passed_on =
                |access: &Access| matches!(access.what, What::HandedOut | What::Wrapped) || access.inside.is_some();
            let is_seen = !is_passed_on(first) || !is_passed_on(second);
            is_race && !is_one_thread && is_seen
        });
        if let Some(other) = others.next() {
            return Some((*one, *other));
        }
    }
    None
}

fn finding(facts: &Facts, one: (&Access, &Walked), other: (&Access, &Walked)) -> Finding {
    let ((access, method), (second, _)) = (one, other);
    let field = facts.java.field(access.field);
    let content = match access.what {
        What::Field(inner) => format!("`{}` of what `{}` leads to", facts.java.field(inner).name, field.name),
        What::Content | What::Iterated | What::Whole | What::HandedOut | What::Wrapped => match access.level {
            Level::Field(inner) if facts.java.field(inner).kind != FieldKind::Declared => {
                format!("what `{}` leads to", field.name)
            }
            Level::Field(inner) if inner != access.field => {
                format!("the content of `{}`, which `{}` leads to,", facts.java.field(inner).name, field.name)
            }
            Level::Field(_) => format!("the content of `{}`", field.name),
            Level::Element | Level::Inside => format!("what the elements of `{}` hold", field.name),
        },
    };
    let handed = access.inside.as_ref().map(|inside| format!("handed out here inside of {inside},"));
    let done = match (access.what, access.is_write) {
        _ if handed.is_some() => handed.as_deref().unwrap_or_default(),
        (What::HandedOut, _) => "handed to code that is not given,",
        (What::Wrapped, _) => "used by a wrapper, which locks itself,",
        (What::Iterated, false) => "iterated over here",
        (_, true) => "written here",
        (_, false) => "read here",
    };
    let message = format!("{content} is shared by threads, and {done} without a lock that every other access holds");
    let mut diagnostic = Diagnostic::error(&codes::CONTENT, access.span, message);
    if second.span != access.span {
        let word = match (second.what, second.is_write) {
            _ if second.inside.is_some() => "another thread may get it here, inside of another object",
            (What::HandedOut, _) => "another thread may get it here",
            (What::Wrapped, _) => "another thread may use it by this wrapper",
            (_, true) => "another thread may write it here",
            (_, false) => "another thread may read it here",
        };
        diagnostic = diagnostic.label(second.span, word);
    } else {
        diagnostic =
            diagnostic.label(field.span, format!("two threads may run `{}` at once", name_of(facts.java, method.id)));
    }
    let is_iterated = [access, second].iter().any(|access| access.what == What::Iterated);
    let diagnostic = diagnostic.help(if is_iterated {
        "hold one lock at every access; a collection that locks itself is iterated over inside of `synchronized` on it"
    } else {
        "hold one lock at every access, or use a thread-safe class such as `ConcurrentHashMap` or `AtomicIntegerArray`"
    });
    Finding { code: &codes::CONTENT, verdict: Verdict::Failed, diagnostic }
}
