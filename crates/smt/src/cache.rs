//! Results of earlier runs, found by the content of the question.
//!
//! They are kept on disk by [`crate::store`]. A cache never fails a run; the first failure to write is kept as a warning.
//! A cache that is rechecked withholds a random share of its answers and compares them with what is found anew.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use crate::config::{SolverConfig, SolverInfo};
use crate::store::{Secret, Store};

/// The name of an entry: a hash of everything the result depends on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key(blake3::Hash);

impl Key {
    pub(crate) fn hash(&self) -> &blake3::Hash {
        &self.0
    }

    /// The key of a question to this solver with these arguments and options, mostly the text
    /// that is sent. The path of the solver does not count; its name, its version and its file's content do.
    pub fn new(info: &SolverInfo, config: &SolverConfig, question: impl AsRef<[u8]>) -> Key {
        let mut hasher = blake3::Hasher::new_derive_key("counterpoint smt cache 4");
        let mut field = |part: &[u8]| {
            // The length first: no two lists of parts run together to the same bytes.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        field(info.name.as_bytes());
        field(info.version.as_bytes());
        field(&info.contents);
        field(&config.args.len().to_le_bytes());
        config.args.iter().for_each(|arg| field(arg.as_bytes()));
        field(&config.options.len().to_le_bytes());
        for (keyword, value) in &config.options {
            field(keyword.as_bytes());
            field(value.as_bytes());
        }
        field(question.as_ref());
        Key(hasher.finalize())
    }
}

/// A short stand-in for a part of a question.
pub fn digest(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

pub struct Cache {
    /// None if the cache is disabled.
    store: Option<Store>,
    recheck: Option<Recheck>,
    failure: Mutex<Failure>,
}

/// Answers that are asked for again.
struct Recheck {
    /// In percent.
    share: u8,
    /// Makes the choice another one in each run.
    seed: u64,
    findings: Mutex<Rechecked>,
}

/// What came of asking again.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Rechecked {
    /// The withheld answers that were not found anew yet.
    open: HashMap<Key, String>,
    pub confirmed: usize,
    /// The cache had another answer than the solver.
    pub contradicted: usize,
}

impl Rechecked {
    /// Answers that were withheld and for which there was no answer this time.
    pub fn unconfirmed(&self) -> usize {
        self.open.len()
    }
}

enum Failure {
    None,
    Unreported(String),
    Reported,
}

impl Cache {
    /// A cache in a folder, which is made when the first entry is written.
    pub fn open(dir: impl Into<PathBuf>, secret: Secret) -> Cache {
        Cache::of(Some(Store::new(dir.into(), secret)))
    }

    /// A cache that finds nothing and keeps nothing.
    pub fn disabled() -> Cache {
        Cache::of(None)
    }

    fn of(store: Option<Store>) -> Cache {
        Cache { store, recheck: None, failure: Mutex::new(Failure::None) }
    }

    /// The same cache with so many percent of its answers withheld, to be compared with what is found anew.
    #[must_use]
    pub fn rechecked(mut self, share: u8) -> Cache {
        let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        self.recheck = self.store.as_ref().map(|_| Recheck { share, seed, findings: Mutex::default() });
        self
    }

    pub fn is_enabled(&self) -> bool {
        self.store.is_some()
    }

    pub fn get(&self, key: &Key) -> Option<String> {
        let content = self.store.as_ref()?.read(key)?;
        match &self.recheck {
            Some(recheck) if recheck.chooses(key) => {
                recheck.findings().open.insert(*key, content);
                None
            }
            Some(_) | None => Some(content),
        }
    }

    pub fn put(&self, key: &Key, content: &str) {
        let Some(store) = &self.store else { return };
        if let Some(recheck) = &self.recheck {
            recheck.found(key, Some(content));
        }
        if let Err(error) = store.write(key, content) {
            self.fail(store, &error);
        }
    }

    /// What the key stands for is known now not to be what an entry under it could say.
    pub fn deny(&self, key: &Key) {
        if let Some(recheck) = &self.recheck {
            recheck.found(key, None);
        }
    }

    /// What came of asking again, if that was wanted.
    pub fn rechecks(&self) -> Option<Rechecked> {
        self.recheck.as_ref().map(|recheck| recheck.findings().clone())
    }

    /// Removes the entries that were not used for the longest time, if there are too many.
    pub fn shrink(&self) {
        if let Some(store) = &self.store {
            store.shrink();
        }
    }

    fn fail(&self, store: &Store, error: &io::Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*failure, Failure::None) {
            *failure =
                Failure::Unreported(format!("results cannot be kept in `{}`: {error}", store.folder().display()));
        }
    }

    /// Why an entry could not be written: once, for the first failure.
    pub fn take_warning(&self) -> Option<String> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *failure, Failure::Reported) {
            Failure::Unreported(warning) => Some(warning),
            Failure::Reported => None,
            Failure::None => {
                *failure = Failure::None;
                None
            }
        }
    }
}

impl Recheck {
    fn chooses(&self, key: &Key) -> bool {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.seed.to_le_bytes());
        hasher.update(key.0.as_bytes());
        let [low, high, ..] = *hasher.finalize().as_bytes();
        u32::from(u16::from_le_bytes([low, high])) * 100 < u32::from(self.share) << 16
    }

    /// The answer of this run, or none if it is not one that an entry could hold.
    fn found(&self, key: &Key, content: Option<&str>) {
        let mut findings = self.findings();
        match findings.open.remove(key) {
            Some(withheld) if content == Some(withheld.as_str()) => findings.confirmed += 1,
            Some(_) => findings.contradicted += 1,
            None => {}
        }
    }

    fn findings(&self) -> MutexGuard<'_, Rechecked> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{Folder, SECRET, key, open};
    use std::fs;

    #[test]
    fn what_was_put_is_found_by_another_cache() {
        let folder = Folder::new("found");
        let cache = open(&folder);
        assert_eq!(cache.get(&key("a")), None);
        cache.put(&key("a"), "unsat\n");
        cache.put(&key("b"), "");
        cache.put(&key("a"), "sat");
        let cache = open(&folder);
        assert_eq!(cache.get(&key("a")).as_deref(), Some("sat"));
        assert_eq!(cache.get(&key("b")).as_deref(), Some(""));
        assert_eq!(cache.take_warning(), None);
    }

    #[test]
    fn every_part_of_the_question_counts() {
        let info = |name: &str, version: &str| {
            let contents = [0; 32];
            SolverInfo { name: name.into(), version: version.into(), contents }
        };
        let plain = SolverConfig::new("/one/z3");
        let moved = SolverConfig::new("/two/z3");
        let keys = [
            Key::new(&info("Z3", "4.8.5"), &plain, "text"),
            Key::new(&info("Z3", "4.8.6"), &plain, "text"),
            Key::new(&info("Z34", ".8.5"), &plain, "text"),
            Key::new(&SolverInfo { contents: [1; 32], ..info("Z3", "4.8.5") }, &plain, "text"),
            Key::new(&info("Z3", "4.8.5"), &plain, "text "),
            Key::new(&info("Z3", "4.8.5"), &plain.clone().option("a", "bc"), "text"),
            Key::new(&info("Z3", "4.8.5"), &plain.clone().option("ab", "c"), "text"),
        ];
        for (number, key) in keys.iter().enumerate() {
            assert!(!keys[..number].contains(key), "key {number}");
        }
        assert_eq!(keys[0], Key::new(&info("Z3", "4.8.5"), &moved, "text"));
    }

    #[test]
    fn failure_to_write_is_one_warning() {
        let folder = Folder::new("unwritable");
        fs::create_dir_all(&folder.0).unwrap();
        let file = folder.0.join("file");
        fs::write(&file, "not a folder").unwrap();
        let cache = Cache::open(&file, SECRET);
        cache.put(&key("a"), "unsat");
        cache.put(&key("b"), "unsat");
        assert!(cache.take_warning().unwrap().contains("cannot be kept"));
        cache.put(&key("c"), "unsat");
        assert_eq!(cache.take_warning(), None);
        assert_eq!(cache.get(&key("a")), None);
    }

    #[test]
    fn a_disabled_cache_keeps_nothing() {
        let cache = Cache::disabled();
        cache.put(&key("a"), "unsat");
        assert_eq!(cache.get(&key("a")), None);
        assert_eq!(cache.take_warning(), None);
    }

    #[test]
    fn a_rechecked_cache_finds_its_lies() {
        let folder = Folder::new("recheck");
        let cache = open(&folder);
        ["a", "b", "c", "d"].iter().for_each(|text| cache.put(&key(text), "unsat"));
        let cache = open(&folder).rechecked(100);
        for text in ["a", "b", "c", "d"] {
            assert_eq!(cache.get(&key(text)), None, "withheld");
        }
        cache.put(&key("a"), "unsat");
        cache.put(&key("b"), "sat");
        cache.deny(&key("c"));
        let found = cache.rechecks().unwrap();
        assert_eq!((found.confirmed, found.contradicted, found.unconfirmed()), (1, 2, 1));
        let cache = open(&folder).rechecked(0);
        assert_eq!(cache.get(&key("a")).as_deref(), Some("unsat"));
    }
}
