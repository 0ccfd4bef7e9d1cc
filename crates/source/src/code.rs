//! Diagnostic codes.

/// A kind of finding. Codes are static: the identity is the code, never its wording.
#[derive(Debug)]
pub struct Code {
    /// What users and scripts see, such as `E0401`.
    pub id: &'static str,
    /// The kind in one or two words, such as `assertion` or `invariant-entry`.
    pub name: &'static str,
    /// The long text of `counterpoint explain`: what it means, an example, what helps.
    pub explanation: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}
