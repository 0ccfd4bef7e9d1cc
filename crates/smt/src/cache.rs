//! Results on disk, found by the content of the question.
//!
//! One small file per entry, in a folder named by the first byte of the key. An entry begins
//! with a checksum over key and content: what is corrupt, half written or misplaced is a miss,
//! so readers and writers need not wait for each other. A cache never fails a run; the first
//! failure to write is kept as a warning.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::config::{SolverConfig, SolverInfo};

/// The name of an entry: a hash of everything the result depends on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key(blake3::Hash);

impl Key {
    /// The key of a question to this solver with these arguments and options, mostly the text
    /// that is sent. The path of the solver does not count, its name and version do.
    pub fn new(info: &SolverInfo, config: &SolverConfig, question: impl AsRef<[u8]>) -> Key {
        let mut hasher = blake3::Hasher::new_derive_key("counterpoint smt cache 2");
        let mut field = |part: &[u8]| {
            // The length first: no two lists of parts run together to the same bytes.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        field(info.name.as_bytes());
        field(info.version.as_bytes());
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
    dir: Option<PathBuf>,
    failure: Mutex<Failure>,
}

enum Failure {
    None,
    Unreported(String),
    Reported,
}

impl Cache {
    /// A cache in a folder, which is made when the first entry is written.
    pub fn open(dir: impl Into<PathBuf>) -> Cache {
        Cache::at(Some(dir.into()))
    }

    /// A cache that finds nothing and keeps nothing.
    pub fn disabled() -> Cache {
        Cache::at(None)
    }

    fn at(dir: Option<PathBuf>) -> Cache {
        Cache { dir, failure: Mutex::new(Failure::None) }
    }

    pub fn is_enabled(&self) -> bool {
        self.dir.is_some()
    }

    pub fn get(&self, key: &Key) -> Option<String> {
        let dir = self.dir.as_ref()?;
        let entry = fs::read_to_string(entry_path(dir, key)).ok()?;
        let (sum, content) = entry.split_once('\n')?;
        (sum == checksum(key, content)).then(|| content.to_owned())
    }

    pub fn put(&self, key: &Key, content: &str) {
        let Some(dir) = &self.dir else { return };
        if let Err(error) = write_entry(dir, key, content) {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(*failure, Failure::None) {
                *failure = Failure::Unreported(format!("results cannot be kept in `{}`: {error}", dir.display()));
            }
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

fn write_entry(dir: &Path, key: &Key, content: &str) -> io::Result<()> {
    let path = entry_path(dir, key);
    let entry = format!("{}\n{content}", checksum(key, content));
    match (fs::write(&path, &entry), path.parent()) {
        (Err(error), Some(shard)) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(shard)?;
            fs::write(&path, &entry)
        }
        (written, _) => written,
    }
}

fn entry_path(dir: &Path, key: &Key) -> PathBuf {
    let name = key.0.to_hex();
    let (shard, rest) = name.split_at(2);
    dir.join(shard).join(rest)
}

fn checksum(key: &Key, content: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key.0.as_bytes());
    hasher.update(content.as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder that is removed at the end of the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("counterpoint-cache-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn key(text: &str) -> Key {
        let info = SolverInfo { name: "Z3".into(), version: "4.8.5".into() };
        Key::new(&info, &SolverConfig::new("z3"), text)
    }

    #[test]
    fn what_was_put_is_found_by_another_cache() {
        let folder = Folder::new("found");
        let cache = Cache::open(&folder.0);
        assert_eq!(cache.get(&key("a")), None);
        cache.put(&key("a"), "unsat\n");
        cache.put(&key("b"), "");
        cache.put(&key("a"), "sat");
        let cache = Cache::open(&folder.0);
        assert_eq!(cache.get(&key("a")).as_deref(), Some("sat"));
        assert_eq!(cache.get(&key("b")).as_deref(), Some(""));
        assert_eq!(cache.take_warning(), None);
    }

    #[test]
    fn every_part_of_the_question_counts() {
        let info = |name: &str, version: &str| SolverInfo { name: name.into(), version: version.into() };
        let plain = SolverConfig::new("/one/z3");
        let moved = SolverConfig::new("/two/z3");
        let keys = [
            Key::new(&info("Z3", "4.8.5"), &plain, "text"),
            Key::new(&info("Z3", "4.8.6"), &plain, "text"),
            Key::new(&info("Z34", ".8.5"), &plain, "text"),
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
    fn corrupt_truncated_and_misplaced_entries_are_misses() {
        let folder = Folder::new("corrupt");
        let cache = Cache::open(&folder.0);
        let path = entry_path(&folder.0, &key("a"));
        cache.put(&key("a"), "unsat");
        let good = fs::read(&path).unwrap();
        for length in 0..good.len() {
            fs::write(&path, &good[..length]).unwrap();
            assert_eq!(cache.get(&key("a")), None, "truncated to {length}");
        }
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 1;
            fs::write(&path, &bad).unwrap();
            assert_eq!(cache.get(&key("a")), None, "corrupt at {position}");
        }
        let other = entry_path(&folder.0, &key("b"));
        fs::create_dir_all(other.parent().unwrap()).unwrap();
        fs::write(&other, &good).unwrap();
        assert_eq!(cache.get(&key("b")), None);
        fs::write(&path, &good).unwrap();
        assert_eq!(cache.get(&key("a")).as_deref(), Some("unsat"));
    }

    #[test]
    fn failure_to_write_is_one_warning() {
        let folder = Folder::new("unwritable");
        fs::create_dir_all(&folder.0).unwrap();
        let file = folder.0.join("file");
        fs::write(&file, "not a folder").unwrap();
        let cache = Cache::open(&file);
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
}
