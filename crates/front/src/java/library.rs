//! Models of library classes: headers in Java, one file for each package, marked with what engines may know.
//!
//! A class is marked with its [`LibraryClass`](concurrent::object::library::LibraryClass) and with its
//! [`Promise`](concurrent::object::library::Promise)s, a method with its
//! [`LibraryMethod`](concurrent::object::library::LibraryMethod) and with the
//! [`Callback`](concurrent::object::library::Callback)s that it makes; with its
//! [`Arithmetic`](concurrent::object::library::Arithmetic), with what it refuses
//! ([`Refusal`](concurrent::object::library::Refusal)), and with the [`Threads`](concurrent::object::library::Threads) of
//! a stream, and with its [`Sharing`](concurrent::object::library::Sharing); `NotNull` if it never returns null, `View` if what it returns writes to an array that it is given, `Copies` if it
//! copies elements of its first argument, an array, to another one. A method without
//! a mark of what it does is `Pure` in an immutable class and `Write` in any other. What a method may throw is in its `throws` clause, unchecked exceptions too; methods take
//! null where the library does or would throw, except where marked otherwise.

use super::ast::Unit;
use super::syntax;
use source::FileId;
use std::sync::OnceLock;

const TEXTS: [&str; 10] = [
    include_str!("library/java_io.java"),
    include_str!("library/java_lang.java"),
    include_str!("library/java_lang_exceptions.java"),
    include_str!("library/java_util.java"),
    include_str!("library/java_util_function.java"),
    include_str!("library/java_util_stream.java"),
    include_str!("library/java_util_concurrent.java"),
    include_str!("library/java_util_concurrent_atomic.java"),
    include_str!("library/java_util_concurrent_locks.java"),
    include_str!("library/jdk_internal_util.java"),
];

/// The models. They are read once.
pub fn units() -> &'static [Unit] {
    static UNITS: OnceLock<Vec<Unit>> = OnceLock::new();
    UNITS.get_or_init(|| TEXTS.iter().filter_map(|text| syntax::parse(FileId(u32::MAX), text).0).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::ast::{ClassDecl, Member};
    use crate::java::members::{COPIES, NEVER_NULL, VIEW};
    use concurrent::object::Annotation;
    use concurrent::object::library::{
        Arithmetic, Callback, LibraryClass, LibraryMethod, Promise, Refusal, Sharing, Threads,
    };

    #[test]
    fn every_model_is_read() {
        for text in TEXTS {
            let (unit, findings) = syntax::parse(FileId(0), text);
            assert!(findings.is_empty(), "{findings:?}");
            assert!(!unit.expect("it has no errors").classes.is_empty());
        }
    }

    #[test]
    fn every_mark_is_a_kind() {
        units().iter().flat_map(|unit| &unit.classes).for_each(|class| check(class));
    }

    fn check(class: &ClassDecl) {
        let word = |mark: &Annotation| mark.text.trim_start_matches('@').to_string();
        for mark in &class.annotations {
            let is_kind = LibraryClass::named(&word(mark)).is_some() || Promise::named(&word(mark)).is_some();
            assert!(is_kind, "{} is marked {}", class.name, mark.text);
        }
        for member in &class.members {
            match member {
                Member::Method(method) => {
                    for mark in &method.annotations {
                        let word = word(mark);
                        let is_kind = LibraryMethod::named(&word).is_some()
                            || Callback::named(&word).is_some()
                            || Arithmetic::named(&word).is_some()
                            || Refusal::named(&word).is_some()
                            || Sharing::named(&word).is_some();
                        let is_promise =
                            [NEVER_NULL, COPIES, VIEW].contains(&&*word) || Threads::named(&word).is_some();
                        assert!(is_kind || is_promise, "{} is marked {}", method.name, mark.text);
                    }
                }
                Member::Class(inner) => check(inner),
                Member::Field(_) | Member::Initializer(_) => {}
            }
        }
    }
}
