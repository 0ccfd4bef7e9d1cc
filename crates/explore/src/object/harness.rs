//! What is run: `main`, or threads that call the operations of a class.
//!
//! The harness of a class: one thread runs a constructor, with every choice of small arguments; then each of the other
//! threads calls up to so many public methods, one after the other, on what was made. Arguments are small numbers, null,
//! fresh objects, and the objects that all share. A call whose `requires` does not hold is not made.

use super::machine::{Machine, default, library_calls};
use super::run::{Run, Stop, Taken, gap};
use super::state::{After, Init, Native, Object, Role, Shape, State, Status, Thread, Value};
use concurrent::object::annotations::Keyword;
use concurrent::object::annotations::spec::{Guarded, Owner, Spec};
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::text::method_name;
use concurrent::object::{
    Body, ClassId, ClassKind, ClassOrigin, Edge, FieldKind, Instruction, MethodId, MethodKind, Program, Type,
    Visibility,
};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Main(MethodId),
    Class(ClassId),
}

/// What there is to run: every `main`, or, without one, every class that says something about threads.
pub fn targets(program: &Program, spec: &Spec) -> Vec<Target> {
    let is_main = |id: &MethodId| {
        let method = program.method(*id);
        let takes_array = || matches!(method.local(method.params[0]).ty, Type::Array(_));
        &*method.name == "main"
            && method.is_static
            && method.params.len() == 1
            && takes_array()
            && program.class(method.class).is_from_source()
    };
    let mains: Vec<Target> = program.method_ids().filter(is_main).map(Target::Main).collect();
    if !mains.is_empty() {
        return mains;
    }
    let mut classes: BTreeSet<ClassId> = spec.thread_safe.iter().copied().collect();
    classes.extend(spec.global_invariants.iter().chain(&spec.env_assumptions).map(|clause| clause.class));
    classes.extend(spec.field_clauses.iter().map(|clause| program.field(clause.field).class));
    classes.extend(spec.methods.keys().map(|method| program.method(*method).class));
    classes.extend(spec.statements.keys().map(|(method, _)| program.method(*method).class));
    classes.extend(spec.raw.iter().map(|clause| match clause.owner {
        Owner::Class(class) => class,
        Owner::Field(field) => program.field(field).class,
        Owner::Method(method) => program.method(method).class,
    }));
    classes.extend(spec.guarded_by.iter().map(|guard| match guard.on {
        Guarded::Field(field) => program.field(field).class,
        Guarded::Method(method) => program.method(method).class,
    }));
    if classes.is_empty() {
        classes.extend(program.class_ids().filter(|class| uses_locks(program, *class)));
    }
    classes.retain(|class| can_be_made(program, *class) && !Harness::new(program, spec, *class).operations.is_empty());
    classes.into_iter().map(Target::Class).collect()
}

/// Whether a method of the class takes a lock.
fn uses_locks(program: &Program, class: ClassId) -> bool {
    let takes_lock = |id: &MethodId| {
        let method = program.method(*id);
        let is_enter = |edge: &Edge| matches!(edge.instruction, Instruction::Enter(_));
        let is_lock = |kind: LibraryMethod| {
            matches!(
                kind,
                LibraryMethod::Lock
                    | LibraryMethod::LockInterruptibly
                    | LibraryMethod::TryLock
                    | LibraryMethod::TimedTryLock
                    | LibraryMethod::StampWriteLock
                    | LibraryMethod::StampReadLock
                    | LibraryMethod::SemaphoreAcquire
            )
        };
        method.graph().is_some_and(|graph| graph.edges.iter().any(is_enter))
            || library_calls(program, method).any(is_lock)
    };
    program.class(class).is_from_source() && program.class(class).methods.iter().any(takes_lock)
}

fn can_be_made(program: &Program, class: ClassId) -> bool {
    let entry = program.class(class);
    let needs_more =
        entry.fields.iter().any(|field| matches!(program.field(*field).kind, FieldKind::Outer | FieldKind::Captured));
    entry.origin == ClassOrigin::Source && entry.kind == ClassKind::Class && !entry.is_abstract && !needs_more
}

pub struct Harness {
    pub class: ClassId,
    operations: Vec<MethodId>,
    constructors: Vec<MethodId>,
    /// How many objects of the class the threads share.
    instances: usize,
}

impl Harness {
    pub fn new(program: &Program, spec: &Spec, class: ClassId) -> Harness {
        let mut operations = operations(program, class, |visibility| visibility == Visibility::Public);
        if operations.is_empty() {
            operations = self::operations(program, class, |visibility| visibility != Visibility::Private);
        }
        // What needs a lock of its caller is not called without it.
        let needs_lock = |id: &MethodId| {
            let mut clauses = spec.raw.iter().filter(|clause| clause.owner == Owner::Method(*id));
            // The `unlock` of a class that is a lock, too.
            let method = program.method(*id);
            let mut above = method.overrides.iter().chain(&method.implements);
            above.any(|other| matches!(program.method(*other).body, Body::Library(LibraryMethod::Unlock)))
                || clauses.any(|clause| matches!(clause.keyword, Keyword::Releases | Keyword::Needs))
        };
        operations.retain(|id| !needs_lock(id));
        // The `run` of a thread is run by that thread, once it is started.
        operations.retain(|id| !(is_thread(program, class) && &*program.method(*id).name == "run"));
        let is_constructor = |id: &MethodId| program.method(*id).kind == MethodKind::Constructor;
        let all = program.class(class).methods.iter().copied();
        let mut constructors: Vec<MethodId> = all.filter(is_constructor).collect();
        if constructors.iter().any(|id| program.method(*id).visibility != Visibility::Private) {
            constructors.retain(|id| program.method(*id).visibility != Visibility::Private);
        }
        let takes_own = |id: &MethodId| {
            let method = program.method(*id);
            let others = method.params.iter().skip(usize::from(!method.is_static));
            others.into_iter().any(|param| method.local(*param).ty == Type::Class(class))
        };
        let instances = if operations.iter().any(takes_own) { 2 } else { 1 };
        Harness { class, operations, constructors, instances }
    }
}

fn is_thread(program: &Program, mut class: ClassId) -> bool {
    loop {
        match (program.class(class).origin, program.class(class).superclass) {
            (ClassOrigin::Library(kind), _) => return kind == LibraryClass::Thread,
            (_, Some(above)) => class = above,
            (_, None) => return false,
        }
    }
}

/// The methods of a class and of its ancestors that it does not override.
fn operations(program: &Program, class: ClassId, is_open: impl Fn(Visibility) -> bool) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let entry = program.class(class);
        if !entry.is_from_source() {
            break;
        }
        for id in &entry.methods {
            let method = program.method(*id);
            let is_overridden = found.iter().any(|other| program.method(*other).overrides.contains(id));
            let is_operation = method.kind == MethodKind::Method && is_open(method.visibility) && !method.is_abstract;
            if is_operation && !is_overridden {
                found.push(*id);
            }
        }
        next = entry.superclass;
    }
    found
}

/// The state in which the search begins.
pub fn initial(machine: &Machine, target: Target, threads: u8, ops: u8) -> Taken<State> {
    let program = machine.program;
    let class_class = machine.class_named("java.lang.Class");
    let class_object = |_| {
        let shape = Shape::Class(class_class.unwrap_or(ClassId(0)));
        let monitor = Default::default();
        let native = Native::None;
        Arc::new(Object { shape, is_shared: true, is_built: true, monitor, values: Vec::new(), native })
    };
    let init = |class: ClassId| if machine.clinit(class).is_some() { Init::Untouched } else { Init::Done };
    let state = State {
        heap: machine.class_objects.iter().map(class_object).collect(),
        statics: Arc::new(machine.static_defaults.clone()),
        classes: Arc::new(program.class_ids().map(init).collect()),
        threads: Vec::new(),
        roots: Vec::new(),
        is_halted: false,
        has_assertions: None,
    };
    let mut run = Run::new(machine, state, 0, Default::default());
    let thread =
        |role: Role, status: Status, ops: u8| move |object| Thread { object, status, frames: Vec::new(), ops, role };
    match target {
        Target::Main(method) => {
            run.new_thread(None, thread(Role::First, Status::Running, 0))?;
            if let Body::Unsupported(found) = &program.method(method).body {
                return Err(Stop::Gap(Box::new(found.clone())));
            }
            let string = machine.class_named("java.lang.String").map_or(Type::Null, Type::Class);
            let args = run.allocate_array(&string, Vec::new());
            run.push_frame(0, method, &[args], After::Return)?;
            run.initialize(program.method(method).class)?;
        }
        Target::Class(class) => {
            run.new_thread(None, thread(Role::First, Status::Idle, 1))?;
            for _ in 0..threads {
                run.new_thread(None, thread(Role::Harness, Status::Idle, ops))?;
            }
            let harness = machine.harness.as_ref();
            if harness.is_none_or(|harness| harness.operations.is_empty()) {
                return Err(gap(program.class(class).span, "the class has no methods to call"));
            }
        }
    }
    Ok(run.state)
}

/// An argument that can be chosen.
#[derive(Clone)]
enum Argument {
    Value(Value),
    /// An object of this class, made without arguments or with zeros.
    Fresh(ClassId),
    /// An array of this type with so many elements.
    Array(Type, usize),
}

impl Run<'_, '_> {
    /// A step of an idle thread: the constructor, or one operation.
    pub fn call_operation(&mut self) -> Taken<()> {
        let machine = self.machine;
        let Some(harness) = &machine.harness else { return Err(Stop::Blocked) };
        if self.initialize(harness.class)? {
            self.me_mut().status = Status::Running;
            return Ok(());
        }
        if self.me().role == Role::First {
            return self.make_instances(harness);
        }
        let is_ready = self.state.thread(0).status == Status::Finished;
        if self.me().ops == 0 || !is_ready || self.state.is_halted {
            return Err(Stop::Blocked);
        }
        let chosen = self.choose(harness.operations.len());
        let method = harness.operations[chosen];
        let mut args = Vec::new();
        if !machine.program.method(method).is_static {
            if self.state.roots.is_empty() {
                return Err(Stop::Blocked);
            }
            let chosen = self.choose(self.state.roots.len());
            args.push(self.state.roots[chosen]);
        }
        self.me_mut().ops -= 1;
        self.me_mut().status = Status::Running;
        self.call_with_choices(method, args, After::Return)
    }

    fn make_instances(&mut self, harness: &Harness) -> Taken<()> {
        self.me_mut().status = Status::Running;
        let needs_object = harness.operations.iter().any(|id| !self.machine.program.method(*id).is_static);
        if !needs_object {
            return self.finish(None, self.span());
        }
        for at in 0..harness.instances {
            let object = self.new_object(harness.class)?;
            self.state.roots.push(object);
            let after = if at == 0 { After::Return } else { After::Forget };
            if harness.constructors.is_empty() {
                continue;
            }
            // The second object is made as the first one.
            let chosen = self.choose(harness.constructors.len());
            self.call_with_choices(harness.constructors[chosen], vec![object], after)?;
        }
        Ok(())
    }

    /// Begins a call whose other arguments are chosen.
    fn call_with_choices(&mut self, method: MethodId, mut args: Vec<Value>, after: After) -> Taken<()> {
        let found = self.machine.program.method(method);
        if let Body::Unsupported(found) = &found.body {
            return Err(Stop::Gap(Box::new(found.clone())));
        }
        let types: Vec<Type> = found.params.iter().skip(args.len()).map(|one| found.local(*one).ty.clone()).collect();
        let mut fresh = Vec::new();
        let is_many = types.iter().filter(|ty| ty.integer().is_some()).count() > 2;
        for ty in types {
            let arguments = self.arguments(&ty, is_many);
            let chosen = self.choose(arguments.len());
            args.push(match arguments[chosen].clone() {
                Argument::Value(value) => value,
                Argument::Array(element, length) => {
                    let value = if element.integer().is_some() { Value::Int(1) } else { default(&element) };
                    self.allocate_array(&element, vec![value; length])
                }
                Argument::Fresh(class) => {
                    if self.uninitialized(class).is_some() {
                        return Err(gap(found.span, "an argument whose class has a static initialiser"));
                    }
                    let object = self.new_object(class)?;
                    fresh.push((object, class));
                    object
                }
            });
        }
        if self.requirements(method, &args).any(|(_, holds)| holds != Some(true)) {
            return Err(Stop::Pruned);
        }
        if self.log.is_some() {
            let skipped = usize::from(!found.is_static);
            let shown: Vec<String> = args.iter().skip(skipped).map(|arg| self.shown(*arg)).collect();
            let text = format!("{}({})", method_name(self.machine.program, method), shown.join(", "));
            self.note(found.span, || text, Vec::new());
        }
        self.push_frame(self.tid, method, &args, after)?;
        for (object, class) in fresh {
            if let Some(constructor) = self.plain_constructor(class) {
                let found = self.machine.program.method(constructor);
                let zeros = found.params.iter().skip(1).map(|one| default(&found.local(*one).ty));
                let args: Vec<Value> = std::iter::once(object).chain(zeros).collect();
                self.push_frame(self.tid, constructor, &args, After::Forget)?;
            }
        }
        Ok(())
    }

    /// The constructor with the fewest parameters.
    fn plain_constructor(&self, class: ClassId) -> Option<MethodId> {
        let program = self.machine.program;
        let all = program.class(class).methods.iter().copied();
        let fits = |id: &MethodId| {
            let method = program.method(*id);
            method.kind == MethodKind::Constructor && method.graph().is_some()
        };
        all.filter(fits).min_by_key(|id| program.method(*id).params.len())
    }

    fn arguments(&self, ty: &Type, is_many: bool) -> Vec<Argument> {
        let ints = |values: &[i64]| values.iter().map(|value| Argument::Value(Value::Int(*value))).collect();
        let null = Argument::Value(Value::Null);
        match ty {
            Type::Boolean => vec![Argument::Value(Value::Bool(false)), Argument::Value(Value::Bool(true))],
            Type::Byte | Type::Short | Type::Int | Type::Long if !is_many => ints(&[-1, 0, 1, 2]),
            Type::Byte | Type::Short | Type::Int | Type::Long => ints(&[0, 1]),
            Type::Char => ints(&[97]),
            Type::Float | Type::Double => vec![Argument::Value(Value::Float(1f64.to_bits()))],
            Type::Null => vec![null],
            Type::Array(element) => vec![null, Argument::Array((**element).clone(), 2)],
            Type::Class(class) => {
                let mut all = vec![null];
                all.extend(self.objects_for(*class));
                all
            }
        }
    }

    fn objects_for(&self, class: ClassId) -> Vec<Argument> {
        let program = self.machine.program;
        let own = self.state.roots.iter().copied().filter(|root| {
            self.machine.is_of(&self.state, *root, &Type::Class(class)) == Some(true)
                && program.class(class).is_from_source()
        });
        let own: Vec<Argument> = own.map(Argument::Value).collect();
        if !own.is_empty() {
            return own;
        }
        match &*program.class(class).name {
            "java.lang.Object" => vec![Argument::Fresh(class)],
            "java.lang.String" | "java.lang.CharSequence" => vec![Argument::Value(self.machine.text("a"))],
            "java.lang.Integer" | "java.lang.Long" | "java.lang.Short" | "java.lang.Byte" => {
                vec![Argument::Value(Value::Boxed(class, 1))]
            }
            "java.lang.Boolean" => vec![Argument::Value(Value::Boxed(class, 1))],
            _ if can_be_made(program, class) => vec![Argument::Fresh(class)],
            _ => Vec::new(),
        }
    }
}
