//! From syntax to procedures: graphs of atomic steps.
//!
//! Each access to memory that others may see becomes a step of its own; its value goes straight into a variable of the
//! program where it can, else into a temporary. Within `ATOMIC` and in `init` nobody interferes, and an expression may
//! have as many accesses as it likes. Each file lowers one kind of construct into the [`body::Body`] of a procedure.

mod atomics;
mod body;
mod builtins;
mod call;
mod condition;
mod convert;
mod declared;
mod expr;
mod init;
mod limits;
mod locks;
mod order;
mod outside;
mod place;
mod scopes;
mod stmt;

use super::Options;
use super::ast::{BinarySign, Declared, ExprKind, Function, Unit};
use super::codes::{NOT_RUN, RESOLVE, UNSUPPORTED};
use super::types::{CType, INT, Types};
use super::walk;
use concurrent::program::{GlobalId, Name, Procedure, ProcedureId, Program, Variable};
use concurrent::spec;
use source::{Code, Diagnostic, FileId, Span};
use std::collections::{BTreeSet, HashMap};

/// What is read as it stands, before macros are looked at: words of C and of `counterpoint.h`.
const WORDS: [&str; 25] = [
    "ATOMIC",
    "_Atomic",
    "__attribute__",
    "__attribute",
    "NULL",
    "true",
    "false",
    "bool",
    "int",
    "unsigned",
    "signed",
    "long",
    "short",
    "char",
    "void",
    "struct",
    "if",
    "else",
    "while",
    "for",
    "do",
    "return",
    "static",
    "sizeof",
    "switch",
];

/// The function that runs first and alone.
const INIT: &str = "init";

/// The procedures of the program, with diagnostics for what stands in the way; if there are any, the program is not whole.
pub fn lower(file: FileId, unit: &Unit, options: Options) -> (Program, Vec<Diagnostic>) {
    let mut context = Context::new(unit, options);
    context.file_level();
    context.declared_once();
    context.scopes();
    let mut roots = spec::named_functions(&unit.annotations);
    let operations = roots.clone();
    if roots.is_empty() {
        roots = unit.functions.iter().filter(|one| !one.is_static).map(|one| one.name.clone()).collect();
    }
    roots.push(INIT.into());
    let used = walk::used_names(&context.functions, &roots);
    context.macro_uses(&used);
    context.constants();
    context.globals(&used);
    let mut procedures = Vec::new();
    for function in unit.functions.iter().filter(|one| roots.contains(&one.name) && &*one.name != INIT) {
        let lowered = procedure(&mut context, function);
        context.must_have_reported(&lowered, function.span);
        procedures.extend(lowered);
    }
    context.plain_stores();
    let init = init::lower(&mut context, file, &used);
    context.must_have_reported(&init, Span::new(file, 0, 0));
    procedures.extend(init);
    let outsiders = match operations.is_empty() || !context.diagnostics.is_empty() {
        true => Vec::new(),
        false => outside::outsiders(&mut context, &operations, &used),
    };
    let Context { types, globals: _, variables, mut diagnostics, .. } = context;
    let (records, of_types) = types.into_records();
    diagnostics.extend(of_types);
    let init = procedures.len().checked_sub(1).map(|last| ProcedureId(last as u32));
    diagnostics.extend(other_init(unit, &used));
    let annotations = unit.annotations.clone();
    let may_run_out_of_memory = options.malloc_may_fail;
    (
        Program { records, globals: variables, procedures, init, annotations, may_run_out_of_memory, outsiders },
        diagnostics,
    )
}

/// A function that looks like the one that should run first, and does not run.
fn other_init(unit: &Unit, used: &BTreeSet<Name>) -> Option<Diagnostic> {
    let has_init = unit.functions.iter().any(|function| &*function.name == INIT);
    let looks_like_it = |function: &&Function| {
        function.name.contains(INIT) && function.params.is_empty() && !used.contains(&function.name)
    };
    let function = unit.functions.iter().find(looks_like_it).filter(|_| !has_init)?;
    let message = format!("`{}` is not run: the function that runs first is called `{INIT}`", function.name);
    Some(Diagnostic::warning(&NOT_RUN, function.span, message))
}

/// Whether the macros of headers may rely on what this name means: functions that are known, memory orders, and what C keeps
/// for the compiler and its headers, but for the words that select the features of a library.
fn is_reserved(name: &str) -> bool {
    let mut characters = name.chars();
    let is_kept = characters.next() == Some('_')
        && characters.next().is_some_and(|second| second == '_' || second.is_ascii_uppercase());
    let selects = ["_SOURCE", "_GUARD", "_H", "_H_", "_H__"].iter().any(|end| name.ends_with(end));
    let is_of_header = name.starts_with("memory_order") || name.starts_with("atomic_") || name == "bool";
    is_kept && !selects || is_of_header || builtins::builtin(name).is_some_and(|_| !matches!(name, "CAS" | "LOAD"))
}

fn procedure(context: &mut Context, function: &Function) -> Option<Procedure> {
    body::Body::new(context, false).procedure(function)
}

/// What all procedures share.
pub(super) struct Context<'a> {
    unit: &'a Unit,
    options: Options,
    /// By their names, and where each name of a function is first declared.
    functions: HashMap<&'a str, &'a Function>,
    declared: HashMap<&'a str, u32>,
    types: Types<'a>,
    constants: HashMap<Name, Constant>,
    globals: HashMap<Name, Global>,
    /// Globals whose declaration was reported; what uses them is not.
    broken: BTreeSet<Name>,
    /// Globals that a compare-and-swap or the like changes, and plain stores to globals.
    swapped: BTreeSet<GlobalId>,
    stored: Vec<(GlobalId, Span)>,
    /// Functions whose bodies do not matter to who calls them, while such a caller is lowered.
    opaque: BTreeSet<Name>,
    /// Which functions depend on their arguments alone, as far as it was asked.
    pure: HashMap<Name, bool>,
    /// The scalars of the globals.
    variables: Vec<Variable>,
    diagnostics: Vec<Diagnostic>,
}

/// A constant of an enumeration or a macro.
#[derive(Clone)]
enum Constant {
    Value {
        value: i128,
        ty: CType,
    },
    Null,
    /// A macro that is more than a literal, or an enumerator whose value is not known.
    Opaque,
}

#[derive(Clone)]
struct Global {
    first: GlobalId,
    ty: CType,
    is_atomic: bool,
    /// Where it is declared: before that, its name means something else.
    start: u32,
}

impl<'a> Context<'a> {
    fn new(unit: &'a Unit, options: Options) -> Context<'a> {
        let mut declared: HashMap<&str, u32> = HashMap::new();
        let defined = unit.functions.iter().map(|one| (&*one.name, one.span.start));
        for (name, start) in defined.chain(unit.prototypes.iter().map(|one| (&*one.name, one.start))) {
            let first = declared.entry(name).or_insert(start);
            *first = start.min(*first);
        }
        Context {
            unit,
            options,
            functions: unit.functions.iter().map(|one| (&*one.name, one)).collect(),
            declared,
            types: Types::new(unit),
            constants: HashMap::new(),
            globals: HashMap::new(),
            broken: BTreeSet::new(),
            swapped: BTreeSet::new(),
            stored: Vec::new(),
            opaque: BTreeSet::new(),
            pure: HashMap::new(),
            variables: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// A function that was not lowered must not vanish in silence.
    fn must_have_reported(&mut self, lowered: &Option<Procedure>, span: Span) {
        if lowered.is_none() && self.diagnostics.is_empty() && self.types.diagnostics.is_empty() {
            self.unsupported::<()>(span, "this function");
        }
    }

    /// Reports, and gives the nothing that the caller passes on.
    fn fail<T>(&mut self, code: &'static Code, span: Span, message: impl Into<String>) -> Option<T> {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        None
    }

    fn unsupported<T>(&mut self, span: Span, what: &str) -> Option<T> {
        self.fail(&UNSUPPORTED, span, format!("{what} is not modelled"))
    }

    /// What is wrong whatever the checked functions use: other headers and conditional text may hide anything.
    fn file_level(&mut self) {
        for (path, span) in &self.unit.includes {
            let is_known = path.starts_with('<') || path.trim_matches('"').ends_with("counterpoint.h");
            if !is_known {
                self.unsupported::<()>(*span, "the text of another file");
            }
        }
        for one in &self.unit.macros {
            if WORDS.contains(&&*one.name) || is_reserved(&one.name) {
                self.unsupported::<()>(one.span, &format!("a program with its own macro `{}`", one.name));
            }
            if &*one.name == "NDEBUG" {
                self.unsupported::<()>(one.span, "a program with `NDEBUG`, which removes assertions,");
            }
        }
        for (what, span) in &self.unit.unsupported {
            self.unsupported::<()>(*span, what);
        }
    }

    /// Where a macro would put something else than what is read.
    fn macro_uses(&mut self, used: &BTreeSet<Name>) {
        for one in &self.unit.macro_uses {
            if one.function.as_ref().is_none_or(|function| used.contains(function)) {
                self.unsupported::<()>(one.span, &format!("`{}`, which is the name of a macro,", one.name));
            }
        }
    }

    /// What several threads swap is not stored to plainly: the compiler may move such a store, for instance the release of a
    /// lock, before what comes earlier in the text.
    fn plain_stores(&mut self) {
        for (global, span) in std::mem::take(&mut self.stored) {
            if self.swapped.contains(&global) {
                let message = "a plain store to a variable that is also swapped or counted atomically is not modelled";
                let help = "declare the variable `_Atomic`, or use `__atomic_store_n(…, __ATOMIC_SEQ_CST)`";
                self.diagnostics.push(Diagnostic::error(&UNSUPPORTED, span, message).help(help));
            }
        }
    }

    fn constants(&mut self) {
        self.constants = limits::constants();
        for one in &self.unit.macros {
            let constant = match one.value.as_ref().map(|value| &value.kind) {
                Some(ExprKind::Int { value, bits, is_signed }) => {
                    Constant::Value { value: *value, ty: CType::Int { bits: *bits, is_signed: *is_signed } }
                }
                Some(ExprKind::Bool(value)) => Constant::Value { value: (*value).into(), ty: CType::Bool },
                Some(ExprKind::Null) => Constant::Null,
                Some(_) | None => Constant::Opaque,
            };
            self.constants.insert(one.name.clone(), constant);
        }
        let mut next = Some(0);
        for one in &self.unit.enumerators {
            let value = match &one.value {
                None if one.is_first => Some(0),
                None => next,
                Some(value) => self.constant_value(value),
            };
            // Where one is not known, nor are those that count on from it.
            let value = value.filter(|value| i32::try_from(*value).is_ok());
            next = value.map(|value| value + 1);
            let constant = value.map_or(Constant::Opaque, |value| Constant::Value { value, ty: INT });
            self.constants.insert(one.name.clone(), constant);
        }
    }

    /// The value of a constant expression, as far as one is needed in `case` and in enumerations.
    fn constant_value(&self, expr: &super::ast::Expr) -> Option<i128> {
        match &expr.kind {
            ExprKind::Int { value, .. } => Some(*value),
            ExprKind::Bool(value) => Some((*value).into()),
            ExprKind::Unary { op: super::ast::Sign::Minus, arg } if self.is_signed_constant(arg) => {
                self.constant_value(arg)?.checked_neg()
            }
            ExprKind::Name(name) => match self.constants.get(name)? {
                Constant::Value { value, .. } => Some(*value),
                Constant::Null | Constant::Opaque => None,
            },
            ExprKind::Binary { op, left, right } if self.is_int(left) && self.is_int(right) => {
                let (left, right) = (self.constant_value(left)?, self.constant_value(right)?);
                let value = match op {
                    BinarySign::Add => left + right,
                    BinarySign::Subtract => left - right,
                    BinarySign::Multiply => left * right,
                    BinarySign::ShiftLeft if left >= 0 && (0..31).contains(&right) => left << right,
                    BinarySign::BitOr => left | right,
                    BinarySign::BitAnd => left & right,
                    _ => return None,
                };
                i32::try_from(value).is_ok().then_some(value)
            }
            _ => None,
        }
    }

    /// Whether a constant expression is an `int`.
    fn is_int(&self, expr: &super::ast::Expr) -> bool {
        match &expr.kind {
            ExprKind::Int { bits, is_signed, .. } => *bits == 32 && *is_signed,
            ExprKind::Unary { arg, .. } => self.is_int(arg),
            ExprKind::Binary { left, right, .. } => self.is_int(left) && self.is_int(right),
            ExprKind::Name(name) => matches!(self.constants.get(name), Some(Constant::Value { ty, .. }) if *ty == INT),
            _ => false,
        }
    }

    /// The negation of an unsigned number is none that is less than zero.
    fn is_signed_constant(&self, expr: &super::ast::Expr) -> bool {
        match &expr.kind {
            ExprKind::Int { is_signed, .. } => *is_signed,
            ExprKind::Bool(_) | ExprKind::Unary { .. } => true,
            ExprKind::Name(name) => match self.constants.get(name) {
                Some(Constant::Value { ty, .. }) => !matches!(ty, CType::Int { is_signed: false, .. }),
                Some(Constant::Null | Constant::Opaque) | None => false,
            },
            _ => false,
        }
    }

    fn globals(&mut self, used: &BTreeSet<Name>) {
        for declaration in self.unit.globals.iter().filter(|one| used.contains(&one.declared.name)) {
            let declared = &declaration.declared;
            if self.globals.contains_key(&declared.name) {
                // Declared again, as by `extern`: the first declaration counts.
                continue;
            }
            if self.global(declared).is_none() {
                self.broken.insert(declared.name.clone());
            }
        }
    }

    fn global(&mut self, declared: &Declared) -> Option<()> {
        let (ty, is_atomic) = self.types.resolve_qualified(&declared.ty)?;
        let first = GlobalId(self.variables.len() as u32);
        let variables = self.scalars_of(&declared.name, &ty, declared.span)?;
        self.variables.extend(variables);
        let start = declared.span.start;
        self.globals.insert(declared.name.clone(), Global { first, ty, is_atomic, start });
        Some(())
    }

    /// One variable for each scalar of the type.
    fn scalars_of(&mut self, name: &str, ty: &CType, span: Span) -> Option<Vec<Variable>> {
        let scalars = self.types.scalars(ty, span)?;
        let variable = |(path, ty): (String, _)| {
            let name = if path.is_empty() { name.to_string() } else { format!("{name}.{path}") };
            Variable { name: name.into(), ty, span }
        };
        let mut variables = Vec::new();
        for scalar in scalars {
            let ty = self.types.scalar(&scalar.ty, span)?;
            variables.push(variable((scalar.path, ty)));
        }
        Some(variables)
    }

    fn function(&self, name: &str) -> Option<&'a Function> {
        self.functions.get(name).copied()
    }

    fn unknown_name<T>(&mut self, name: &str, span: Span) -> Option<T> {
        if self.broken.contains(name) {
            return None;
        }
        // A header may declare what this file does not, and the compiler has names of its own.
        let may_be_known = !self.unit.includes.is_empty() || name.starts_with('_');
        let code = if may_be_known { &UNSUPPORTED } else { &RESOLVE };
        self.fail(code, span, format!("`{name}` is not declared in this file"))
    }
}
