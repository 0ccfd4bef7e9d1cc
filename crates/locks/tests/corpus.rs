//! Right and wrong users of locks: right ones are proved, wrong ones fail where they are marked, and nowhere else.

mod support;

use source::Verdict;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The programs of the corpus.
fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["examples/locks", "tests/locks"] {
        walk(&support::root().join(folder), &mut found);
    }
    found.sort();
    assert!(found.len() > 200);
    found
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

/// The lines that are marked below, with the name in the mark.
fn marks(text: &str) -> BTreeSet<(u32, String)> {
    let mut found = BTreeSet::new();
    let mut place = 0;
    for (index, line) in text.lines().enumerate() {
        let mark = line.strip_prefix("//").map(str::trim_start).filter(|rest| rest.starts_with('^'));
        match mark {
            Some(mark) => {
                let name = mark.trim_start_matches('^').trim();
                found.insert((place, name.to_string()));
            }
            None => place = index as u32 + 1,
        }
    }
    found
}

#[test]
fn every_program_is_judged_as_it_is_marked() {
    let programs = programs();
    let (next, wrong) = (Mutex::new(programs.iter()), Mutex::new(Vec::new()));
    let work = || {
        let pool = support::pool();
        loop {
            let Some(path) = next.lock().expect("nobody panics here").next() else { break };
            if let Some(report) = judge(path, &pool) {
                wrong.lock().expect("nobody panics here").push(report);
            }
        }
    };
    std::thread::scope(|scope| {
        (0..2).for_each(|_| {
            scope.spawn(work);
        });
    });
    let wrong = wrong.into_inner().expect("nobody panics here");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}

/// What is not as marked.
fn judge(path: &Path, pool: &smt::Pool) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("programs are readable");
    let expected = marks(&text);
    let checked = support::check(&text, pool);
    let found: BTreeSet<(u32, String)> = checked.findings.iter().map(|(line, name, _)| (*line, name.clone())).collect();
    let is_right = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ok"));
    let all_proved = checked.verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Proved);
    let is_as_named = is_right == expected.is_empty() && is_right == all_proved && !checked.verdicts.is_empty();
    if found == expected && is_as_named {
        return None;
    }
    let details: Vec<String> =
        checked.findings.iter().map(|(line, name, message)| format!("  {line}: {name}: {message}")).collect();
    Some(format!("{}: expected {expected:?}\n{}", path.display(), details.join("\n")))
}

/// Where a method is not known, locks may be taken that are not seen.
#[test]
fn the_order_is_not_known_where_a_method_is_not() {
    let text = "
        class Both {
            private static final Object A = new Object();
            private static final Object B = new Object();
            public void inOrder() { synchronized (A) { synchronized (B) { } } }
            public void unknown(java.util.concurrent.locks.Condition c) throws InterruptedException { c.await(); }
        }";
    let checked = support::check(text, &support::pool());
    let order = checked.verdicts.iter().find(|(id, _)| id == "lock-order").map(|(_, verdict)| *verdict);
    assert_eq!(order, Some(Verdict::Unknown), "{:?}", checked.verdicts);
}
