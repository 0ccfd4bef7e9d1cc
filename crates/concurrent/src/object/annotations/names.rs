//! Names in annotations: the classes that they may mean, and the closest one to a misspelt one.

use crate::object::{ClassId, ClassOrigin, Program};

/// The known name that differs least from a misspelt one, if it is close.
pub fn closest<'n>(wanted: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let scored = known.map(|name| (distance(wanted, name), name));
    let (score, name) = scored.min_by_key(|(score, _)| *score)?;
    (score > 0 && score <= 1 + wanted.chars().count() / 4).then_some(name)
}

/// How many letters must be changed, added, dropped or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for i in 0..left.len() {
        let mut next = vec![i + 1];
        for j in 0..right.len() {
            let change = row[j] + usize::from(left[i] != right[j]);
            let mut least = change.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[right.len()]
}

pub enum ClassLookup {
    Found(ClassId),
    None,
    /// Several classes have this simple name.
    Several,
}

/// The class that a name means in a class: nested in it or around it, in its package, or the only one of that name.
/// Annotations do not know imports.
pub fn find_class(program: &Program, from: ClassId, name: &str) -> ClassLookup {
    let mut scope = &*program.class(from).name;
    loop {
        let full = if scope.is_empty() { name.to_string() } else { format!("{scope}.{name}") };
        if let Some(class) = known(program, &full) {
            return ClassLookup::Found(class);
        }
        if scope.is_empty() {
            break;
        }
        scope = scope.rsplit_once('.').map_or("", |(outer, _)| outer);
    }
    let ends = format!(".{name}");
    let with_name = |from_source: bool| {
        let classes = program.class_ids().filter(|id| {
            let class = program.class(*id);
            class.origin != ClassOrigin::Unknown
                && class.is_from_source() == from_source
                && (&*class.name == name || class.name.ends_with(&ends))
        });
        classes.collect::<Vec<_>>()
    };
    for found in [with_name(true), with_name(false)] {
        match found[..] {
            [] => {}
            [one] => return ClassLookup::Found(one),
            _ => return ClassLookup::Several,
        }
    }
    ClassLookup::None
}

fn known(program: &Program, full: &str) -> Option<ClassId> {
    program.class_named(full).filter(|class| program.class(*class).origin != ClassOrigin::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name() {
        let known = ["requires", "ensures", "modifies"];
        assert_eq!(closest("require", known.into_iter()), Some("requires"));
        assert_eq!(closest("ensuers", known.into_iter()), Some("ensures"));
        assert_eq!(closest("balance", known.into_iter()), None);
    }
}
