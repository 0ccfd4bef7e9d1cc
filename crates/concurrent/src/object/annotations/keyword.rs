//! The words that begin the clauses of annotations.

use super::names;

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

impl Keyword {
    /// The keyword that a misspelt word is close to.
    pub fn closest(word: &str) -> Option<&'static str> {
        names::closest(word, Keyword::ALL.iter().map(|keyword| keyword.word()))
    }

    /// Whether a word that is none was meant to be one: it is misspelt, or the last part of one, as in `invariant`.
    pub fn is_meant(word: &str) -> bool {
        let is_last_part = |keyword: &Keyword| keyword.word().rsplit_once('_').is_some_and(|(_, last)| last == word);
        Keyword::closest(word).is_some() || word.len() > 2 && Keyword::ALL.iter().any(is_last_part)
    }

    /// What to say of a word that is none: those that it may have been meant to be, or all there are.
    pub fn meant_by(word: &str) -> String {
        let words = || Keyword::ALL.iter().map(|keyword| keyword.word());
        let close: Vec<&str> = match Keyword::closest(word) {
            Some(close) => vec![close],
            None => words().filter(|known| known.split('_').any(|part| part == word)).collect(),
        };
        let quoted = |words: Vec<&str>| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
        match close.is_empty() {
            true => format!("there are {}", quoted(words().collect()).join(", ")),
            false => format!("did you mean {}?", quoted(close).join(" or ")),
        }
    }
}

/// The keyword that a comment begins with, if it does with one.
pub fn clause_keyword(comment: &str) -> Option<Keyword> {
    Keyword::of(first_word(comment))
}

/// Whether a comment begins with a keyword, or with a word that was meant to be one.
pub fn is_meant_as_clause(comment: &str) -> bool {
    let word = first_word(comment);
    Keyword::of(word).is_some() || Keyword::is_meant(word)
}

fn first_word(comment: &str) -> &str {
    let rest = comment.strip_prefix("//").or_else(|| comment.strip_prefix("/*")).unwrap_or_default();
    let rest = rest.trim_start_matches(|c: char| c == '@' || c.is_whitespace());
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    &rest[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_wrong_word_may_mean() {
        assert_eq!(Keyword::meant_by("require"), "did you mean `requires`?");
        assert_eq!(Keyword::meant_by("invariant"), "did you mean `global_invariant` or `loop_invariant`?");
        assert!(Keyword::meant_by("guarded").starts_with("there are `env_assumption`, `global_invariant`, "));
    }
}
