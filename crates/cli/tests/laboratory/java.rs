//! Random Java classes with fields, monitors, locks, waits, volatile and atomic variables. Each field has a rule by which it
//! is shared; a careless method breaks one now and then.

use crate::piece::{Piece, all, around, line, maybe};
use crate::support::Random;

/// What protects a field, in the order in which locks may be nested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Guard {
    This,
    Other,
    Lock,
}

const GUARDS: [Guard; 3] = [Guard::This, Guard::Other, Guard::Lock];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number(Guard),
    Array(Guard),
    Map(Guard),
    Volatile,
    Atomic,
}

struct Field {
    name: String,
    kind: Kind,
    is_declared: bool,
}

struct Class<'r> {
    random: &'r mut Random,
    fields: Vec<Field>,
    carelessness: usize,
    /// Names of variables are used once.
    variables: usize,
}

pub fn program(random: &mut Random) -> Piece {
    let carelessness = [0, 6, 15, 30][random.below(4)];
    let fields = (0..1 + random.below(3)).map(|at| field(at, random)).collect();
    let mut class = Class { random, fields, carelessness, variables: 0 };
    let is_run = class.random.below(4) == 0;
    let methods: Vec<Piece> = (0..2 + class.random.below(2)).map(|at| class.method(at)).collect();
    let count = methods.len();
    let declared = all(class.fields.iter().map(declaration).collect::<Vec<Piece>>());
    let main = if is_run { class.main(count) } else { all([]) };
    let annotation = if class.random.below(8) == 0 { all([]) } else { maybe(line("@ThreadSafe")) };
    all([
        line("import java.util.HashMap;"),
        line("import java.util.concurrent.atomic.AtomicInteger;"),
        line("import java.util.concurrent.locks.ReentrantLock;"),
        line("import net.jcip.annotations.GuardedBy;"),
        line("import net.jcip.annotations.ThreadSafe;"),
        annotation,
        line("class Shared {"),
        maybe(line("private final Object other = new Object();")),
        maybe(line("private final ReentrantLock lock = new ReentrantLock();")),
        declared,
        all(methods),
        line("}"),
        main,
    ])
}

fn field(at: usize, random: &mut Random) -> Field {
    let guard = GUARDS[random.below(3)];
    let kind = match random.below(8) {
        0..=2 => Kind::Number(guard),
        3 => Kind::Array(guard),
        4 => Kind::Map(guard),
        5 => Kind::Volatile,
        6 => Kind::Atomic,
        _ => Kind::Number(Guard::This),
    };
    Field { name: format!("f{at}"), kind, is_declared: random.below(3) > 0 }
}

fn declaration(field: &Field) -> Piece {
    let name = &field.name;
    let declared = |guard: Guard| match guard {
        _ if !field.is_declared => all([]),
        Guard::This => maybe(line("@GuardedBy(\"this\")")),
        Guard::Other => maybe(line("@GuardedBy(\"other\")")),
        Guard::Lock => maybe(line("@GuardedBy(\"lock\")")),
    };
    maybe(match field.kind {
        Kind::Number(guard) => all([declared(guard), line(format!("private int {name};"))]),
        Kind::Array(guard) => all([declared(guard), line(format!("private final int[] {name} = new int[2];"))]),
        Kind::Map(guard) => {
            all([declared(guard), line(format!("private final HashMap<Integer, Integer> {name} = new HashMap<>();"))])
        }
        Kind::Volatile => line(format!("private volatile int {name};")),
        Kind::Atomic => line(format!("private final AtomicInteger {name} = new AtomicInteger();")),
    })
}

impl Class<'_> {
    fn is_careless(&mut self) -> bool {
        self.random.below(100) < self.carelessness
    }

    fn variable(&mut self) -> String {
        self.variables += 1;
        format!("v{}", self.variables)
    }

    fn method(&mut self, at: usize) -> Piece {
        let sections: Vec<Piece> = (0..1 + self.random.below(2)).map(|_| maybe(self.section(&[]))).collect();
        all([line(format!("public void m{at}(int arg) throws InterruptedException {{")), all(sections), line("}")])
    }

    /// Some accesses to a field with its lock, while these are held.
    fn section(&mut self, held: &[Guard]) -> Piece {
        let at = self.random.below(self.fields.len());
        let guard = match self.fields[at].kind {
            Kind::Number(guard) | Kind::Array(guard) | Kind::Map(guard) => guard,
            Kind::Volatile | Kind::Atomic => return self.accesses(at),
        };
        // In order, and none twice: a lock that is held need not be taken.
        let is_in_order = held.iter().all(|other| *other < guard);
        if !is_in_order && !held.contains(&guard) && !self.is_careless() {
            return all([]);
        }
        let guard = if self.is_careless() { GUARDS[self.random.below(3)] } else { guard };
        let mut inside = vec![self.accesses(at)];
        let held: Vec<Guard> = held.iter().copied().chain([guard]).collect();
        if held.len() < 3 && self.random.below(3) == 0 {
            inside.push(maybe(self.section(&held)));
        }
        if guard == Guard::This && self.random.below(6) == 0 {
            inside.push(self.signal(at));
        }
        let inside = all(inside);
        if self.is_careless() {
            return inside;
        }
        match guard {
            Guard::This => around("synchronized (this) {", inside, "}"),
            Guard::Other => around("synchronized (other) {", inside, "}"),
            Guard::Lock if self.is_careless() => all([line("lock.lock();"), inside, maybe(line("lock.unlock();"))]),
            Guard::Lock => around("lock.lock();\ntry {", inside, "} finally {\nlock.unlock();\n}"),
        }
    }

    /// A wait for a change of the field, or a word of it.
    fn signal(&mut self, at: usize) -> Piece {
        let name = &self.fields[at].name;
        match self.fields[at].kind {
            Kind::Number(_) if self.random.below(2) == 0 => maybe(line(format!("while ({name} == 0) {{ wait(); }}"))),
            _ => maybe(line("notifyAll();")),
        }
    }

    fn accesses(&mut self, at: usize) -> Piece {
        let lines: Vec<Piece> = (0..1 + self.random.below(2)).map(|_| maybe(self.access(at))).collect();
        all(lines)
    }

    fn access(&mut self, at: usize) -> Piece {
        let (name, kind) = (self.fields[at].name.clone(), self.fields[at].kind);
        let fresh = self.variable();
        let pick = self.random.below(6);
        match kind {
            Kind::Number(_) => match pick {
                0 => line(format!("{name} = {name} + 1;")),
                1 => line(format!("{name} = arg;")),
                2 => line(format!("int {fresh} = {name};")),
                3 => around(format!("if ({name} > 0) {{"), line(format!("{name} = {name} - 1;")), "}"),
                4 => line(format!("int {fresh} = {name}; assert {fresh} == {name};")),
                _ => line(format!("{name}++;")),
            },
            Kind::Array(_) => match pick {
                0 | 1 => line(format!("{name}[0] = {name}[1] + 1;")),
                2 => line(format!("int {fresh} = {name}[0];")),
                3 => around(format!("if (arg >= 0 && arg < {name}.length) {{"), line(format!("{name}[arg]++;")), "}"),
                4 if self.is_careless() => line(format!("{name}[arg] = 1;")),
                _ => line(format!("{name}[1] = arg;")),
            },
            Kind::Map(_) => match pick {
                0 | 1 => line(format!("{name}.put(arg, 1);")),
                2 => around(format!("if (!{name}.containsKey(arg)) {{"), line(format!("{name}.put(arg, 2);")), "}"),
                3 => line(format!("{name}.remove(arg);")),
                _ => line(format!("int {fresh} = {name}.size();")),
            },
            Kind::Volatile => match pick {
                0 | 1 => line(format!("{name} = arg;")),
                2 if self.is_careless() => line(format!("{name}++;")),
                3 if self.is_careless() => around(format!("if ({name} == 0) {{"), line(format!("{name} = 1;")), "}"),
                4 if self.is_careless() => line(format!("int {fresh} = {name}; assert {fresh} == {name};")),
                _ => line(format!("int {fresh} = {name};")),
            },
            Kind::Atomic => match pick {
                0 | 1 => line(format!("{name}.incrementAndGet();")),
                2 if self.is_careless() => line(format!("{name}.set({name}.get() + 1);")),
                3 => line(format!(
                    "int {fresh}; do {{ {fresh} = {name}.get(); }} while (!{name}.compareAndSet({fresh}, {fresh} + 2));"
                )),
                4 if self.is_careless() => line(format!("int {fresh} = {name}.get(); assert {fresh} == {name}.get();")),
                _ => line(format!("int {fresh} = {name}.get();")),
            },
        }
    }

    /// Two threads that call the methods, and wait for each other in the end.
    fn main(&mut self, methods: usize) -> Piece {
        let mut body = vec![line("Shared shared = new Shared();")];
        for thread in 0..2 {
            let calls: Vec<Piece> = (0..1 + self.random.below(2))
                .map(|_| maybe(line(format!("shared.m{}({});", self.random.below(methods), self.random.below(3)))))
                .collect();
            body.push(line(format!("Thread t{thread} = new Thread(() -> {{ try {{")));
            body.extend(calls);
            body.push(line("} catch (InterruptedException e) { } });"));
        }
        body.extend((0..2).map(|thread| maybe(line(format!("t{thread}.start();")))));
        body.extend((0..2).map(|thread| maybe(line(format!("t{thread}.join();")))));
        maybe(all([
            line("class Main {"),
            line("public static void main(String[] args) throws InterruptedException {"),
            all(body),
            line("}"),
            line("}"),
        ]))
    }
}
