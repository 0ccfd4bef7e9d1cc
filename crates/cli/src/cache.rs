//! Where results are kept between runs: in the user's own cache folder, never in the folder that is checked.
//!
//! ```text
//! $XDG_CACHE_HOME/counterpoint/key              authenticates all entries; made by the first run, readable by the user only
//! $XDG_CACHE_HOME/counterpoint/PROJECT/…        the entries of one project, see `smt::Cache`
//! ```
//!
//! The folders and the key must belong to the user, and nobody else may write to them or read the key: who can do so could
//! have chosen the key and know the answers that it confirms. Folders above these do not count: a container's root has a
//! home of another user now and then.
//!
//! A checked folder may be hostile. It cannot name the folder of the cache, and what it ships as one, also where the user
//! names it with `--cache-dir`, has no entry that the key confirms.

use crate::input::regular_file;
use crate::options::CheckOptions;
use smt::{Cache, Secret};
use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The folder below the user's cache folder.
const FOLDER: &str = "counterpoint";

/// The file with the key, there.
const KEY: &str = "key";

/// The cache that the options ask for, and why there is none although one is wanted.
pub fn open(options: &CheckOptions) -> (Cache, Option<String>) {
    if options.no_cache {
        return (Cache::disabled(), None);
    }
    let Some(own) = own_folder() else {
        let why = "results are not kept: neither $XDG_CACHE_HOME nor $HOME names a folder";
        return (Cache::disabled(), Some(why.to_string()));
    };
    let without = |what: &str, place: &Path, error: io::Error| {
        (Cache::disabled(), Some(format!("results are not kept: {what} `{}` cannot be used: {error}", place.display())))
    };
    if let Err(error) = smt::check_folder(&own) {
        return without("the cache in", &own, error);
    }
    let secret = match secret(&own) {
        Ok(secret) => secret,
        Err(error) => return without("the key", &own.join(KEY), error),
    };
    let folder = options.cache_dir.clone().unwrap_or_else(|| own.join(project(&options.paths[0])));
    if let Err(error) = smt::check_folder(&folder) {
        return without("the cache in", &folder, error);
    }
    let cache = Cache::open(folder, secret);
    (if options.recheck > 0 { cache.rechecked(options.recheck) } else { cache }, None)
}

/// Relative values of the variables are ignored: they would name a folder that is checked.
fn own_folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join(FOLDER))
}

/// The name of a project: a hash of the folder that holds the repository, else of the given folder or the file's.
fn project(path: &Path) -> String {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = if path.is_dir() { path.as_path() } else { path.parent().unwrap_or(&path) };
    let root = folder.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(folder);
    let digest = smt::digest(root.as_os_str().as_encoded_bytes());
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The user's key, made if there is none.
fn secret(folder: &Path) -> io::Result<Secret> {
    let path = folder.join(KEY);
    match read_key(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    smt::create_folder(folder)?;
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    // As a whole or not at all, and the first of two runs wins: a link to an existing name fails.
    let unfinished = folder.join(format!("{KEY}.{}", std::process::id()));
    let _ = fs::remove_file(&unfinished);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unfinished)?;
    let linked = file.write_all(&key).and_then(|()| file.sync_all()).and_then(|()| fs::hard_link(&unfinished, &path));
    fs::remove_file(&unfinished)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        Ok(()) | Err(_) => read_key(&path),
    }
}

/// Reads a key that only the user can have written or read. What is asked is asked of the open file, which no one can
/// exchange any more.
fn read_key(path: &Path) -> io::Result<Secret> {
    let mut file = regular_file(path, false)?;
    let metadata = file.metadata()?;
    smt::check_owner(&metadata)?;
    if metadata.mode() & 0o077 != 0 {
        return Err(io::Error::other("others may read or write it; remove it, and the next run makes a new one"));
    }
    let mut key = [0; 32];
    file.read_exact(&mut key)?;
    Ok(Secret(key))
}
