//! Entries on disk, believed only if the user's own runs wrote them.
//!
//! One small file per entry, in a folder named by the first byte of the key. An entry begins with a message
//! authentication code over key and content that only the holder of the user's secret can compute: what is corrupt, half
//! written, misplaced or planted is a miss, so readers and writers need not wait for each other.
//!
//! The folder may be hostile: links are not followed, folders that another user owns or may write to are not used, only
//! regular files of a bounded size are read, and an entry is written as a new file that is then renamed. When the entries
//! grow beyond [`SIZE_LIMIT`], those that were not used for the longest time are removed.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::cache::Key;

/// A longer entry is not read: no counterexample is that long.
const LONGEST_ENTRY: u64 = 16 << 20;

/// The entries of one cache take at most so many bytes on disk after a run.
const SIZE_LIMIT: u64 = 512 << 20;

/// An entry that was used is marked as used now, unless that was done in this time.
const USED_LATELY: Duration = Duration::from_secs(24 * 3600);

/// What only the user knows, and entries are authenticated with.
#[derive(Clone)]
pub struct Secret(pub [u8; 32]);

pub(crate) struct Store {
    dir: PathBuf,
    secret: Secret,
    has_written: AtomicBool,
}

impl Store {
    /// A store in a folder, which is made when the first entry is written.
    pub(crate) fn new(dir: PathBuf, secret: Secret) -> Store {
        Store { dir, secret, has_written: AtomicBool::new(false) }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.dir
    }

    pub(crate) fn read(&self, key: &Key) -> Option<String> {
        let (shard, name) = entry_path(&self.dir, key);
        check_folder(&self.dir).and_then(|()| check_folder(&shard)).ok()?;
        let file = open_regular(&shard.join(name)).ok()?;
        let metadata = file.metadata().ok().filter(|metadata| metadata.len() <= LONGEST_ENTRY)?;
        let mut entry = String::new();
        (&file).take(LONGEST_ENTRY).read_to_string(&mut entry).ok()?;
        let (code, content) = entry.split_once('\n')?;
        // Comparing hashes takes the same time wherever they differ.
        if blake3::Hash::from_hex(code).ok()? != self.code(key, content) {
            return None;
        }
        let used = metadata.modified().ok()?;
        if used.elapsed().is_ok_and(|age| age > USED_LATELY) {
            // Of use for choosing what goes first, and no more than that.
            let _ = file.set_modified(SystemTime::now());
        }
        Some(content.to_owned())
    }

    pub(crate) fn write(&self, key: &Key, content: &str) -> io::Result<()> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let (shard, name) = entry_path(&self.dir, key);
        check_folder(&self.dir)?;
        check_folder(&shard)?;
        let unfinished = format!("{name}.{}.{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let unfinished = shard.join(unfinished);
        let create = || OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unfinished);
        let mut file = match create() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create_folder(&shard)?;
                create()?
            }
            opened => opened?,
        };
        let entry = format!("{}\n{content}", self.code(key, content).to_hex());
        let written = file.write_all(entry.as_bytes()).and_then(|()| fs::rename(&unfinished, shard.join(name)));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        self.has_written.store(true, Ordering::Relaxed);
        written
    }

    /// Removes the entries that were not used for the longest time, if there are too many. Only a run that wrote does so.
    pub(crate) fn shrink(&self) {
        if self.has_written.load(Ordering::Relaxed) {
            shrink(&self.dir, SIZE_LIMIT);
        }
    }

    fn code(&self, key: &Key, content: &str) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret.0);
        hasher.update(key.hash().as_bytes());
        hasher.update(content.as_bytes());
        hasher.finalize()
    }
}

/// The folder of an entry, and its name there.
fn entry_path(dir: &Path, key: &Key) -> (PathBuf, String) {
    let name = key.hash().to_hex();
    let (shard, rest) = name.split_at(2);
    (dir.join(shard), rest.to_owned())
}

/// Whether a folder may hold a cache: it is none yet, or one that only the user may change. A link may lead anywhere.
///
/// Entries are authenticated, so a folder of another user could not lie; but that user could watch, withhold and remove
/// them, and fill the disk in this user's name.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    match fs::symlink_metadata(folder) {
        Ok(metadata) if !metadata.is_dir() => {
            Err(io::Error::new(io::ErrorKind::NotADirectory, format!("`{}` is not a folder", folder.display())))
        }
        Ok(metadata) => check_owner(&metadata).and_then(|()| match metadata.mode() & 0o022 {
            0 => Ok(()),
            _ => Err(io::Error::other("others may write to the folder (`chmod go-w` takes that from them)")),
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes a folder that is the user's alone, and those above it that are missing.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Whether a file or folder belongs to the user whose rights this process has. What another user owns is not trusted by
/// root either, who may read everything: its owner can change it at any time.
#[expect(unsafe_code, reason = "the standard library does not know the user")]
pub fn check_owner(metadata: &Metadata) -> io::Result<()> {
    // SAFETY: geteuid takes nothing, cannot fail and touches no memory of ours.
    let user = unsafe { libc::geteuid() };
    match metadata.uid() {
        owner if owner == user => Ok(()),
        owner => Err(io::Error::other(format!("it belongs to user {owner}, and this run is one of user {user}"))),
    }
}

/// Opens a regular file: no link, and neither a pipe nor a device, which might never end.
fn open_regular(path: &Path) -> io::Result<File> {
    // Opening a pipe waits for its other end unless told not to.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// Removes the files of a cache that were not used for the longest time until they take no more than the limit. What
/// cannot be read or removed stays: another run may be at work in the same folder.
fn shrink(dir: &Path, limit: u64) {
    let folders = fs::read_dir(dir).into_iter().flatten().flatten();
    let folders = folders.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let files = folders.flat_map(|entry| fs::read_dir(entry.path()).into_iter().flatten().flatten());
    let mut files: Vec<(SystemTime, u64, PathBuf)> = files
        .filter_map(|entry| {
            let metadata = entry.metadata().ok().filter(|metadata| metadata.is_file())?;
            Some((metadata.modified().ok()?, metadata.len(), entry.path()))
        })
        .collect();
    let mut size: u64 = files.iter().map(|(_, length, _)| length).sum();
    if size <= limit {
        return;
    }
    files.sort();
    // A quarter more goes, so that the next runs need not do this again.
    let target = limit / 4 * 3;
    for (_, length, path) in files {
        if size <= target {
            break;
        }
        let _ = fs::remove_file(path);
        size -= length;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::cache::Cache;
    use crate::config::{SolverConfig, SolverInfo};

    /// An empty folder that is removed at the end of the test.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Folder {
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

    #[test]
    fn folders_of_others_are_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("foreign");
        let cache = open(&folder);
        cache.put(&key("a"), "unsat");
        let shard = path_of(&folder, &key("a")).parent().unwrap().to_owned();
        for place in [&folder.0, &shard] {
            assert_eq!(fs::metadata(place).unwrap().mode() & 0o777, 0o700);
            for mode in [0o770, 0o707, 0o1777] {
                fs::set_permissions(place, fs::Permissions::from_mode(mode)).unwrap();
                assert_eq!(cache.get(&key("a")), None, "{mode:o}");
            }
            fs::set_permissions(place, fs::Permissions::from_mode(0o755)).unwrap();
            assert_eq!(cache.get(&key("a")).as_deref(), Some("unsat"));
            // Only root may give a folder away.
            if std::os::unix::fs::chown(place, Some(65534), None).is_ok() {
                assert_eq!(cache.get(&key("a")), None);
                std::os::unix::fs::chown(place, Some(0), None).unwrap();
            }
        }
    }

    pub(crate) const SECRET: Secret = Secret([7; 32]);

    pub(crate) fn open(folder: &Folder) -> Cache {
        Cache::open(&folder.0, SECRET)
    }

    fn path_of(folder: &Folder, key: &Key) -> PathBuf {
        let (shard, name) = entry_path(&folder.0, key);
        shard.join(name)
    }

    pub(crate) fn key(text: &str) -> Key {
        let info = SolverInfo { name: "Z3".into(), version: "4.8.5".into(), contents: [0; 32] };
        Key::new(&info, &SolverConfig::new("z3"), text)
    }

    #[test]
    fn corrupt_truncated_and_misplaced_entries_are_misses() {
        let folder = Folder::new("corrupt");
        let cache = open(&folder);
        let path = path_of(&folder, &key("a"));
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
        let other = path_of(&folder, &key("b"));
        fs::create_dir_all(other.parent().unwrap()).unwrap();
        fs::write(&other, &good).unwrap();
        assert_eq!(cache.get(&key("b")), None);
        fs::write(&path, &good).unwrap();
        assert_eq!(cache.get(&key("a")).as_deref(), Some("unsat"));
    }

    #[test]
    fn what_another_secret_signed_is_a_miss() {
        let folder = Folder::new("signed");
        Cache::open(&folder.0, Secret([8; 32])).put(&key("a"), "unsat");
        assert_eq!(open(&folder).get(&key("a")), None);
    }

    #[test]
    fn links_are_neither_read_nor_written_through() {
        let folder = Folder::new("links");
        let outside = Folder::new("links-outside");
        fs::create_dir_all(&outside.0).unwrap();
        let cache = open(&folder);
        cache.put(&key("a"), "unsat");
        let (path, moved) = (path_of(&folder, &key("a")), outside.0.join("entry"));
        fs::rename(&path, &moved).unwrap();
        std::os::unix::fs::symlink(&moved, &path).unwrap();
        assert_eq!(cache.get(&key("a")), None, "the entry is a link");
        let before = fs::read(&moved).unwrap();
        cache.put(&key("a"), "sat");
        assert_eq!(fs::read(&moved).unwrap(), before, "nothing is written through the link");
        assert_eq!(cache.get(&key("a")).as_deref(), Some("sat"), "the link was replaced");
        let shard = path.parent().unwrap();
        let elsewhere = outside.0.join("shard");
        fs::rename(shard, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, shard).unwrap();
        assert_eq!(cache.get(&key("a")), None, "the folder is a link");
        cache.put(&key("a"), "unsat");
        assert_eq!(
            fs::read_dir(&elsewhere).unwrap().count(),
            1,
            "nothing is written into the folder that the link names"
        );
        assert!(cache.take_warning().is_some());
    }

    #[test]
    fn pipes_devices_and_huge_entries_are_misses() {
        let folder = Folder::new("pipes");
        let cache = open(&folder);
        cache.put(&key("a"), "unsat");
        let path = path_of(&folder, &key("a"));
        fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(cache.get(&key("a")), None, "a pipe without a writer does not block");
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert_eq!(cache.get(&key("a")), None);
        fs::remove_file(&path).unwrap();
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(cache.get(&key("a")), None, "a file of a terabyte is not read");
    }

    #[test]
    fn old_entries_go_first() {
        let folder = Folder::new("shrink");
        let cache = open(&folder);
        let long = "x".repeat(1000);
        let texts = ["a", "b", "c", "d"];
        for (days, text) in (0..).zip(texts) {
            cache.put(&key(text), &long);
            let file = File::options().write(true).open(path_of(&folder, &key(text))).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400)).unwrap();
        }
        shrink(&folder.0, 5000);
        assert!(texts.iter().all(|text| cache.get(&key(text)).is_some()), "all are within the limit");
        fs::write(folder.0.join("note"), "not an entry").unwrap();
        for (days, text) in (0..).zip(texts) {
            let file = File::options().write(true).open(path_of(&folder, &key(text))).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400)).unwrap();
        }
        shrink(&folder.0, 3000);
        let left: Vec<&str> = texts.into_iter().filter(|text| cache.get(&key(text)).is_some()).collect();
        assert_eq!(left, ["c", "d"]);
    }
}
