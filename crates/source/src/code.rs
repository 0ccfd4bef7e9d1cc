//! Diagnostic codes.

/// A kind of finding. Codes are static: the identity is the code, never its wording.
#[derive(Debug)]
pub struct Code {
    /// What users and scripts see, such as `E0401`.
    pub id: &'static str,
    /// The kind in one or two words, such as `assertion` or `invariant-entry`.
    pub name: &'static str,
    pub kind: Kind,
    /// The long text of `counterpoint explain`: what it means, an example, what helps.
    pub explanation: &'static str,
}

/// What a finding says about the verdict of what it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something is wrong: with a program, a proof, or the text of the input.
    Wrong,
    /// Something is not modelled, or an annotation cannot be read: what it belongs to has no verdict.
    Unsupported,
    /// There is no answer.
    Unknown,
    /// The verifier itself failed.
    Internal,
    /// What a proof rests on, because the text says so. Always a note or a warning.
    Trusted,
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// Codes of one part of the project, and the list of them.
///
/// ```text
/// source::codes! { CODES:
///     UNMODELLED "E0999" "unsupported" as Unsupported "Something is not modelled."
/// }
/// ```
#[macro_export]
macro_rules! codes {
    ($list:ident: $($name:ident $id:literal $word:literal $(as $kind:ident)? $text:literal $(;)?)*) => {
        $(pub static $name: $crate::Code =
            $crate::Code { id: $id, name: $word, kind: $crate::codes!(@ $($kind)?), explanation: $text };)*
        /// Every code of this part, in the order of the text.
        pub static $list: &[&$crate::Code] = &[$(&$name),*];
    };
    (@ $kind:ident) => { $crate::Kind::$kind };
    (@) => { $crate::Kind::Wrong };
}
