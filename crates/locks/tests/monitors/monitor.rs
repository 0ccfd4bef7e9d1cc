//! Small lock classes, as trees and as text.

use std::fmt::Write;

/// A number or boolean of the lock; true is one.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub is_boolean: bool,
    pub initial: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    Field(usize),
    /// How often the mode is held.
    Count(usize),
}

#[derive(Clone, Debug)]
pub enum Cond {
    /// A boolean field.
    Flag(usize),
    /// sum of terms, operator, number
    Compare(Vec<Term>, &'static str, i64),
    /// Two terms are the same number.
    Same(Term, Term),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wakes {
    One,
    All,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Add(usize, i64),
    Set(usize, i64),
    Wake(Wakes),
    If(Cond, Box<Stmt>),
}

/// What happens to a thread that is interrupted while it waits.
#[derive(Clone, Debug)]
pub enum Interrupt {
    Leaves,
    /// It leaves, and this is done whenever the wait is over.
    Finally(Vec<Stmt>),
    /// It does this and leaves.
    Handled(Vec<Stmt>),
    /// It goes on as if woken.
    Ignored,
    /// It does this, and has what it waited for.
    Returns(Vec<Stmt>),
}

#[derive(Clone, Debug)]
pub struct Waiting {
    pub guard: Cond,
    pub is_loop: bool,
    /// Whether a thread wakes up by itself.
    pub is_timed: bool,
    /// Done each time before it sleeps.
    pub before_sleep: Vec<Stmt>,
    /// Done each time it has been woken.
    pub after_sleep: Vec<Stmt>,
    pub interrupt: Interrupt,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    Returns,
    Throws,
}

#[derive(Clone, Default, Debug)]
pub struct Operation {
    pub name: String,
    /// Sets of modes, as bits.
    pub acquires: u32,
    pub releases: u32,
    pub before: Vec<Stmt>,
    /// If this holds, it returns `false` or throws.
    pub refused: Option<(Cond, Refusal)>,
    pub waiting: Option<Waiting>,
    pub after: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub enum Formula {
    Now(Cond),
    Implies(Cond, Box<Formula>),
    Next(Box<Formula>),
    Always(Box<Formula>),
    Eventually(Box<Formula>),
    Until(Cond, Cond),
    WeakUntil(Cond, Cond),
}

#[derive(Clone, Debug)]
pub struct Property {
    pub name: String,
    pub formula: Formula,
    pub is_fair: bool,
}

#[derive(Clone, Debug)]
pub struct Monitor {
    pub fields: Vec<Field>,
    pub modes: usize,
    pub operations: Vec<Operation>,
    pub properties: Vec<Property>,
}

/// The operation that a class has from its interface, and that does nothing.
pub const INHERITED: &str = "inherited";

/// The names of modes.
pub const MODES: [&str; 3] = ["a", "b", "c"];

impl Monitor {
    pub fn text(&self) -> String {
        let mut text = String::new();
        for property in &self.properties {
            let fair = if property.is_fair { " under fair releases" } else { "" };
            let _ = writeln!(text, "//@ property {}: {}{fair}", property.name, self.formula(&property.formula));
        }
        text.push_str("class Lock implements Above {\n");
        for field in &self.fields {
            let _ = match field.is_boolean {
                true => writeln!(text, "    private boolean {} = {};", field.name, field.initial != 0),
                false => writeln!(text, "    private int {} = {};", field.name, field.initial),
            };
        }
        let (inherited, own): (Vec<&Operation>, Vec<&Operation>) =
            self.operations.iter().partition(|operation| operation.name == INHERITED);
        own.into_iter().for_each(|operation| text.push_str(&self.operation(operation)));
        text.push_str("}\ninterface Above {\n");
        for operation in inherited {
            text.push_str(&self.operation(operation).replace("synchronized", "default"));
        }
        text.push_str("}\n");
        text
    }

    fn operation(&self, operation: &Operation) -> String {
        let mut text = String::new();
        for (keyword, modes) in [("acquires", operation.acquires), ("releases", operation.releases)] {
            for mode in (0..self.modes).filter(|mode| modes & (1 << mode) != 0) {
                let _ = writeln!(text, "    //@ {keyword} {}", MODES[mode]);
            }
        }
        let is_boolean = operation.refused.as_ref().is_some_and(|(_, refusal)| *refusal == Refusal::Returns);
        let result = if is_boolean { "boolean" } else { "void" };
        let thrown = match operation.waiting.as_ref().map(|waiting| &waiting.interrupt) {
            Some(Interrupt::Leaves | Interrupt::Finally(_) | Interrupt::Handled(_)) => " throws InterruptedException",
            Some(Interrupt::Ignored | Interrupt::Returns(_)) | None => "",
        };
        let _ = writeln!(text, "    synchronized {result} {}(){thrown} {{", operation.name);
        let _ = writeln!(text, "        {}", self.statements(&operation.before));
        if let Some((refused, _)) = &operation.refused {
            let leaves = if is_boolean { "return false" } else { "throw new IllegalStateException()" };
            let _ = writeln!(text, "        if ({}) {leaves};", self.cond(refused));
        }
        if let Some(waiting) = &operation.waiting {
            let _ = writeln!(text, "        {}", self.waiting(waiting));
        }
        let end = if is_boolean { "return true;" } else { "" };
        let _ = writeln!(text, "        {} {end}\n    }}", self.statements(&operation.after));
        text
    }

    fn waiting(&self, waiting: &Waiting) -> String {
        let keyword = if waiting.is_loop { "while" } else { "if" };
        let (guard, before) = (self.cond(&waiting.guard), self.statements(&waiting.before_sleep));
        let (time, after) = (if waiting.is_timed { "100" } else { "" }, self.statements(&waiting.after_sleep));
        let around = |wait: &str| format!("{keyword} ({guard}) {{ {before} {wait} {after} }}");
        let plain = around(&format!("wait({time});"));
        match &waiting.interrupt {
            Interrupt::Leaves => plain,
            Interrupt::Finally(code) => format!("try {{ {plain} }} finally {{ {} }}", self.statements(code)),
            Interrupt::Handled(code) => {
                format!("try {{ {plain} }} catch (InterruptedException e) {{ {} throw e; }}", self.statements(code))
            }
            Interrupt::Ignored => around(&format!("try {{ wait({time}); }} catch (InterruptedException e) {{ }}")),
            Interrupt::Returns(code) => {
                format!("try {{ {plain} }} catch (InterruptedException e) {{ {} return; }}", self.statements(code))
            }
        }
    }

    fn statements(&self, code: &[Stmt]) -> String {
        code.iter().map(|stmt| self.statement(stmt)).collect::<Vec<String>>().join(" ")
    }

    fn statement(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Add(field, by) => format!("{} += {by};", self.fields[*field].name),
            Stmt::Set(field, value) if self.fields[*field].is_boolean => {
                format!("{} = {};", self.fields[*field].name, *value != 0)
            }
            Stmt::Set(field, value) => format!("{} = {value};", self.fields[*field].name),
            Stmt::Wake(Wakes::One) => "notify();".to_string(),
            Stmt::Wake(Wakes::All) => "notifyAll();".to_string(),
            Stmt::If(cond, then) => format!("if ({}) {{ {} }}", self.cond(cond), self.statement(then)),
        }
    }

    fn term(&self, term: Term) -> String {
        match term {
            Term::Field(field) => self.fields[field].name.clone(),
            Term::Count(mode) => format!("count{{{}}}", MODES[mode]),
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Flag(field) => self.fields[*field].name.clone(),
            Cond::Compare(sum, operator, number) => {
                let sum: Vec<String> = sum.iter().map(|term| self.term(*term)).collect();
                format!("{} {operator} {number}", sum.join(" + "))
            }
            Cond::Same(left, right) => format!("{} == {}", self.term(*left), self.term(*right)),
            Cond::Not(inner) => format!("!({})", self.cond(inner)),
            Cond::And(left, right) => format!("(({}) && ({}))", self.cond(left), self.cond(right)),
            Cond::Or(left, right) => format!("(({}) || ({}))", self.cond(left), self.cond(right)),
        }
    }

    fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::Now(cond) => self.cond(cond),
            Formula::Implies(left, right) => format!("(({}) ==> {})", self.cond(left), self.formula(right)),
            Formula::Next(inner) => format!("AX({})", self.formula(inner)),
            Formula::Always(inner) => format!("AG({})", self.formula(inner)),
            Formula::Eventually(inner) => format!("AF({})", self.formula(inner)),
            Formula::Until(left, right) => format!("AU({}, {})", self.cond(left), self.cond(right)),
            Formula::WeakUntil(left, right) => format!("AW({}, {})", self.cond(left), self.cond(right)),
        }
    }
}
