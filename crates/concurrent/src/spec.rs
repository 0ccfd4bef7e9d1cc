//! From annotations to a typed specification. Nobody looks at the text of annotations afterwards.
//!
//! A structure is correct if it is linearizable with respect to its [`Kind`], and safe in its use of [`Memory`].

use crate::codes::ANNOTATION;
use crate::program::{Annotation, CmdKind, Name, Procedure, ProcedureId, Program, Type};
use source::{Diagnostic, Span};

#[derive(Clone, Debug)]
pub struct Spec {
    pub kind: Kind,
    /// `push`, `enq` or `add`: its only parameter is the value.
    pub insert: ProcedureId,
    /// `pop`, `deq` or `remove`.
    pub remove: ProcedureId,
    /// Of a set.
    pub contains: Option<ProcedureId>,
    pub removal: Removal,
    pub memory: Memory,
    /// Whether an insertion may return false, and then has no effect: there was no memory for it.
    pub insertion_may_fail: bool,
    /// Where the structure is named.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Stack,
    Queue,
    Set,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// What is not reachable is reclaimed; an address in use is never handed out again.
    Gc,
    /// The program frees; a freed address may be handed out again while others still hold it.
    Manual,
}

/// How the removing procedure says what it has removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// The first result says whether there was a value; the second is the value.
    Flagged,
    /// The only result is the value, or this number if there was none.
    Sentinel(i128),
    /// Of a set: the only result says whether the key was there.
    Keyed,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Stack => "stack",
            Kind::Queue => "queue",
            Kind::Set => "set",
        }
    }
}

impl Memory {
    pub fn word(self) -> &'static str {
        match self {
            Memory::Gc => "gc",
            Memory::Manual => "manual",
        }
    }
}

impl Spec {
    /// The procedures that threads call, the inserting one first.
    pub fn operations(&self) -> impl Iterator<Item = ProcedureId> {
        [self.insert, self.remove].into_iter().chain(self.contains)
    }
}

/// The functions that annotations name: the procedures of the program, besides `init`.
pub fn named_functions(annotations: &[Annotation]) -> Vec<Name> {
    let draft = Draft::read(annotations, &mut Vec::new());
    draft.structure.map_or_else(Vec::new, |structure| structure.functions)
}

/// What the program's annotations ask for.
pub fn elaborate(program: &Program) -> Result<Spec, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let draft = Draft::read(&program.annotations, &mut diagnostics);
    let spec = resolve(program, draft, &mut diagnostics);
    match spec {
        Some(spec) if diagnostics.is_empty() => Ok(spec),
        Some(_) | None => Err(diagnostics),
    }
}

/// The annotations as they are written.
#[derive(Default)]
struct Draft {
    structure: Option<Structure>,
    memory: Option<(Memory, Span)>,
    empty: Option<(i128, Span)>,
}

struct Structure {
    kind: Kind,
    functions: Vec<Name>,
    span: Span,
}

impl Draft {
    fn read(annotations: &[Annotation], diagnostics: &mut Vec<Diagnostic>) -> Draft {
        let mut draft = Draft::default();
        for annotation in annotations {
            if let Err(diagnostic) = draft.add(annotation) {
                diagnostics.push(diagnostic);
            }
        }
        draft
    }

    fn add(&mut self, annotation: &Annotation) -> Result<(), Diagnostic> {
        let text = annotation.text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let earlier = match word {
            "linearizable" => {
                let structure = structure(rest, annotation.span)?;
                self.structure.replace(structure).map(|earlier| earlier.span)
            }
            "memory" => self.memory.replace((memory(rest, annotation.span)?, annotation.span)).map(|(_, span)| span),
            "empty" => self.empty.replace((number(rest, annotation.span)?, annotation.span)).map(|(_, span)| span),
            _ => return Err(unknown(word, annotation.span)),
        };
        match earlier {
            None => Ok(()),
            Some(earlier) => {
                let message = format!("there is more than one annotation `{word}`");
                Err(wrong(annotation.span, message).label(earlier, "the first one"))
            }
        }
    }
}

fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(&ANNOTATION, span, message)
}

fn unknown(word: &str, span: Span) -> Diagnostic {
    let known = ["linearizable", "memory", "empty"];
    let diagnostic = wrong(span, format!("there is no annotation `{word}`"));
    match known.into_iter().find(|known| is_near(known, word)) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help("there is `linearizable`, `memory` and `empty`"),
    }
}

/// Whether one spelling becomes the other by one or two changed, missing or added letters.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, against) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != against);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[other.len()] <= 2
}

/// `stack(push, pop)`.
fn structure(text: &str, span: Span) -> Result<Structure, Diagnostic> {
    let shape =
        "write `stack(push, pop)`, `queue(enq, deq)` or `set(add, remove, contains)` with your functions' names";
    let parts = text.split_once('(').and_then(|(word, rest)| Some((word.trim(), rest.strip_suffix(')')?)));
    let Some((word, functions)) = parts else {
        return Err(wrong(span, "a structure and its functions are expected here").help(shape));
    };
    let (kind, count) = match word {
        "stack" => (Kind::Stack, 2),
        "queue" => (Kind::Queue, 2),
        "set" => (Kind::Set, 3),
        _ => return Err(wrong(span, format!("there is no structure `{word}`")).help(shape)),
    };
    let functions: Vec<Name> = functions.split(',').map(|name| name.trim().into()).collect();
    if functions.len() != count {
        let message = format!("a {word} has {count} functions, and {} are named", functions.len());
        return Err(wrong(span, message).help(shape));
    }
    Ok(Structure { kind, functions, span })
}

fn memory(text: &str, span: Span) -> Result<Memory, Diagnostic> {
    match text {
        "gc" => Ok(Memory::Gc),
        "manual" => Ok(Memory::Manual),
        _ => Err(wrong(span, format!("`{text}` is no kind of memory")).help("write `memory gc` or `memory manual`")),
    }
}

fn number(text: &str, span: Span) -> Result<i128, Diagnostic> {
    let number = if text == "NULL" { Ok(0) } else { text.parse() };
    number.map_err(|_| wrong(span, "a number is expected here").help("write `//@ empty -1`, for example"))
}

fn resolve(program: &Program, draft: Draft, diagnostics: &mut Vec<Diagnostic>) -> Option<Spec> {
    let Some(structure) = draft.structure else {
        if diagnostics.is_empty() {
            diagnostics.push(missing(program));
        }
        return None;
    };
    let mut find = |name: &Name| {
        let found = program.procedures.iter().position(|procedure| procedure.name == *name);
        if found.is_none() {
            diagnostics.push(wrong(structure.span, format!("there is no function `{name}` in this file")));
        }
        found.map(|at| ProcedureId(at as u32))
    };
    let found: Vec<Option<ProcedureId>> = structure.functions.iter().map(&mut find).collect();
    let procedures = found.into_iter().collect::<Option<Vec<ProcedureId>>>()?;
    let (insert, remove, contains) = (procedures[0], procedures[1], procedures.get(2).copied());
    if let Some(twice) = (1..procedures.len()).find(|at| procedures[..*at].contains(&procedures[*at])) {
        diagnostics.push(wrong(structure.span, format!("`{}` is named twice", structure.functions[twice])));
        return None;
    }
    let keyed = structure.kind == Kind::Set;
    check_insert(program.procedure(insert), keyed, structure.span, diagnostics);
    if let Some(contains) = contains {
        check_keyed(program.procedure(contains), structure.span, diagnostics);
    }
    let removal = if keyed {
        check_keyed(program.procedure(remove), structure.span, diagnostics);
        Removal::Keyed
    } else {
        removal(program.procedure(remove), draft.empty, structure.span, diagnostics)?
    };
    if let (Some((_, span)), Removal::Flagged | Removal::Keyed) = (draft.empty, removal) {
        diagnostics.push(wrong(span, "no value means empty here: the function says by a `bool` whether there was one"));
    }
    let memory = chosen_memory(program, draft.memory, diagnostics);
    let insertion_may_fail = program.may_run_out_of_memory;
    let span = structure.span;
    Some(Spec { kind: structure.kind, insert, remove, contains, removal, memory, insertion_may_fail, span })
}

fn missing(program: &Program) -> Diagnostic {
    let start = program.procedures.first().map(|procedure| procedure.span);
    let start = start.unwrap_or(Span::new(source::FileId(0), 0, 0));
    wrong(start, "no annotation says what this program implements")
        .help("write a line such as `//@ linearizable stack(push, pop)`")
}

/// `void f(T value)` or, where it says whether it has done it, `bool f(T value)`.
fn check_insert(procedure: &Procedure, keyed: bool, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    if keyed {
        return check_keyed(procedure, span, diagnostics);
    }
    let results = types(procedure, &procedure.results);
    let fits = matches!(types(procedure, &procedure.params)[..], [value] if is_data(value))
        && matches!(results[..], [] | [Type::Bool]);
    if !fits {
        diagnostics.push(misshapen(procedure, span, "void f(int value)"));
    }
}

fn check_keyed(procedure: &Procedure, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let fits = matches!(types(procedure, &procedure.params)[..], [key] if is_data(key))
        && matches!(types(procedure, &procedure.results)[..], [Type::Bool]);
    if !fits {
        diagnostics.push(misshapen(procedure, span, "bool f(int key)"));
    }
}

fn removal(
    procedure: &Procedure,
    empty: Option<(i128, Span)>,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Removal> {
    let params = types(procedure, &procedure.params);
    match (&params[..], &types(procedure, &procedure.results)[..]) {
        ([], [Type::Bool, value]) if is_data(*value) => Some(Removal::Flagged),
        ([], [value]) if is_data(*value) => match empty {
            Some((empty, span)) if !is_within(empty, *value) => {
                let message = format!("`{}` never returns {empty}: its type has no such value", procedure.name);
                diagnostics.push(wrong(span, message).label(procedure.span, "defined here"));
                None
            }
            Some((empty, _)) => Some(Removal::Sentinel(empty)),
            None => {
                let message = format!("`{}` returns a value, and nothing says which one means empty", procedure.name);
                let help = "add a line such as `//@ empty -1`";
                diagnostics.push(wrong(span, message).label(procedure.span, "defined here").help(help));
                None
            }
        },
        _ => {
            diagnostics.push(misshapen(procedure, span, "bool f(int *out)` or `int f(void)"));
            None
        }
    }
}

fn misshapen(procedure: &Procedure, span: Span, shape: &str) -> Diagnostic {
    wrong(span, format!("`{}` has not the shape that is expected of it here", procedure.name))
        .label(procedure.span, "defined here")
        .help(format!("its shape is to be `{shape}`"))
}

fn types(procedure: &Procedure, locals: &[crate::program::LocalId]) -> Vec<Type> {
    locals.iter().map(|local| procedure.locals[local.index()].ty).collect()
}

/// Whether a number is one of the type's.
fn is_within(number: i128, ty: Type) -> bool {
    match ty {
        Type::Int { bits, is_signed: true } => number >> (bits - 1) == 0 || number >> (bits - 1) == -1,
        Type::Int { bits, is_signed: false } => number >> bits == 0,
        Type::Bool | Type::Pointer(_) | Type::Version | Type::Thread => false,
    }
}

fn is_data(ty: Type) -> bool {
    match ty {
        Type::Int { .. } => true,
        Type::Bool | Type::Pointer(_) | Type::Version | Type::Thread => false,
    }
}

/// What is asked for, else what the program does. A program that frees and counts on a collector is nonsense.
fn chosen_memory(program: &Program, asked: Option<(Memory, Span)>, diagnostics: &mut Vec<Diagnostic>) -> Memory {
    let freed = program
        .procedures
        .iter()
        .flat_map(|procedure| &procedure.edges)
        .flat_map(|edge| &edge.step.cmds)
        .find(|cmd| matches!(cmd.kind, CmdKind::Free(_)));
    match (asked, freed) {
        (None, Some(_)) => Memory::Manual,
        (None, None) => Memory::Gc,
        (Some((Memory::Gc, span)), Some(freed)) => {
            let message = "with a garbage collector nothing is freed, and this program frees";
            diagnostics.push(wrong(span, message).label(freed.span, "freed here").help("write `//@ memory manual`"));
            Memory::Manual
        }
        (Some((memory, _)), _) => memory,
    }
}
