//! The words that begin the clauses of annotations.

/// What a clause belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    Class,
    Field,
    Method,
    Statement,
    /// Fields and methods.
    Member,
}

macro_rules! keywords {
    ($($name:ident $word:literal $level:ident,)*) => {
        /// The first word of a clause.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Keyword { $($name,)* }

        impl Keyword {
            pub const ALL: &'static [Keyword] = &[$(Keyword::$name,)*];

            pub fn word(self) -> &'static str {
                match self { $(Keyword::$name => $word,)* }
            }

            pub fn level(self) -> Level {
                match self { $(Keyword::$name => Level::$level,)* }
            }

            pub fn of(word: &str) -> Option<Keyword> {
                match word { $($word => Some(Keyword::$name),)* _ => None }
            }
        }
    };
}

keywords! {
    EnvAssumption "env_assumption" Class,
    GlobalInvariant "global_invariant" Class,
    Ghost "ghost" Class,
    Property "property" Class,
    UnwritableByEnvIf "unwritable_by_env_if" Field,
    WritableIf "writable_if" Field,
    ReadableIf "readable_if" Field,
    Requires "requires" Method,
    Modifies "modifies" Method,
    Action "action" Method,
    AlsoModifies "also_modifies" Method,
    Ensures "ensures" Method,
    Inline "inline" Method,
    Acquires "acquires" Method,
    Releases "releases" Method,
    Needs "needs" Member,
    Assert "assert" Statement,
    Assume "assume" Statement,
    LoopInvariant "loop_invariant" Statement,
    Set "set" Statement,
}

/// The keyword that a comment begins with, if it does with one.
pub fn clause_keyword(comment: &str) -> Option<Keyword> {
    let rest = comment.strip_prefix("//").or_else(|| comment.strip_prefix("/*"))?;
    let rest = rest.trim_start_matches(|c: char| c == '@' || c.is_whitespace());
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    Keyword::of(&rest[..end])
}
