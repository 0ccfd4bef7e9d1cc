//! Where threads begin, and whether the one that runs a thread object is that thread itself.

use crate::text::fields::uncast;
use concurrent::object::{Body, ClassId, Expr as Value, Instruction, Method, Program, Type, Visibility};

/// Whether a thread begins with the method, and nobody is there to prove what it requires. The garbage collector runs
/// finalisers in a thread of its own, with no lock of the program.
pub fn begins_a_thread(java: &Program, method: &Method) -> bool {
    // Also by a class below, which inherits the method.
    let is_below =
        |class: ClassId, task: ClassId| java.is_subclass(class, method.class) && java.is_subclass(class, task);
    let is_task = |name: &str| {
        let task = java.class_named(name);
        task.is_some_and(|task| java.class_ids().any(|class| is_below(class, task)))
    };
    let takes_nothing = !method.is_static && method.params.len() == 1;
    let is_run = &*method.name == "run" && (is_task("java.lang.Runnable") || is_task("java.lang.Thread"));
    let is_call = &*method.name == "call" && is_task("java.util.concurrent.Callable");
    let is_finalizer = &*method.name == "finalize";
    is_main(java, method) || takes_nothing && (is_run || is_call || is_finalizer)
}

/// Whether the program begins with the method.
pub fn is_main(java: &Program, method: &Method) -> bool {
    let takes_texts = match &method.params[..] {
        [only] => match &method.local(*only).ty {
            Type::Array(element) => {
                matches!(&**element, Type::Class(class) if &*java.class(*class).name == "java.lang.String")
            }
            _ => false,
        },
        _ => false,
    };
    &*method.name == "main" && method.is_static && method.visibility == Visibility::Public && takes_texts
}

/// Whether a thread object may be run by another thread than itself: if it is handed to a library method as a task, or
/// kept where it may be any task.
pub fn hands_threads_on(java: &Program) -> bool {
    let thread = java.class_named("java.lang.Thread");
    let is_thread = |ty: &Type| match (element(ty), thread) {
        (Type::Class(class), Some(thread)) => java.is_subclass(*class, thread),
        _ => false,
    };
    let hides = |value: &Value, place: &Type| is_thread(&uncast(value).ty) && !is_thread(place);
    let is_hidden = |method: &Method, instruction: &Instruction| match instruction {
        Instruction::Assign { target, value } => hides(value, &method.local(*target).ty),
        Instruction::WriteField { field, value, .. } => hides(value, &java.field(*field).ty),
        Instruction::WriteElement { array, value, .. } => match &array.ty {
            Type::Array(element) => hides(value, element),
            _ => is_thread(&uncast(value).ty),
        },
        Instruction::Call(call) => {
            let called = java.method(call.method);
            let is_library = matches!(called.body, Body::Library(_));
            let params = called.params.iter().skip(usize::from(call.receiver.is_some()));
            let is_result = |ty: &Option<Type>| ty.as_ref().is_some_and(&is_thread);
            let targets = call.targets.iter().map(|target| java.method(*target));
            let mut inherited = targets.clone().filter(|target| matches!(target.body, Body::Graph(_)));
            let is_hidden_there = |target: &Method| !is_thread(&Type::Class(target.class));
            let mut targets = targets;
            // In a method of an interface, the thread goes by the name of the interface.
            call.receiver.as_ref().is_some_and(|receiver| is_thread(&uncast(receiver).ty))
                && inherited.any(is_hidden_there)
            // Where an overriding method says what it returns more exactly.
            || !is_result(&called.result) && targets.any(|target| is_result(&target.result))
                || is_library && call.args.iter().any(|arg| is_thread(&uncast(arg).ty))
                || !is_library && call.args.iter().zip(params).any(|(arg, param)| hides(arg, &called.local(*param).ty))
        }
        Instruction::Skip
        | Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => false,
    };
    java.methods.iter().any(|method| {
        let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
        edges.any(|edge| is_hidden(method, &edge.instruction))
    })
}

/// What an array holds in the end, or the type itself.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(inner) => element(inner),
        _ => ty,
    }
}
