//! The lock of a folder: only one run at a time writes into it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::LabError;

/// The lock file of a folder.
const NAME: &str = "lock.tmp";

/// Returns the path of the lock file, which a run removes at its end. A program that ends in the
/// middle of a run removes it itself.
pub fn lock_file(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

/// A folder that no other run writes into; the lock file is removed when this value is dropped.
pub(crate) struct FolderLock {
    path: PathBuf,
    /// The file is locked as long as it is open.
    _file: fs::File,
}

impl FolderLock {
    /// Takes the lock, or says that another run has it.
    pub(crate) fn take(folder: &Path) -> Result<Self, LabError> {
        let path = lock_file(folder);
        loop {
            let file = fs::File::create(&path).map_err(LabError::file(&path))?;
            match file.try_lock() {
                // Another run may have removed the file between its opening and its locking.
                Ok(()) if is_at(&file, &path) => return Ok(Self { path, _file: file }),
                Ok(()) => {}
                Err(fs::TryLockError::WouldBlock) => return Err(LabError::Busy(folder.to_owned())),
                Err(fs::TryLockError::Error(error)) => return Err(LabError::File(path, error)),
            }
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // A lock file without a lock stops nobody.
        let _ = fs::remove_file(&self.path);
    }
}

/// Is the open file the one at this path?
#[cfg(unix)]
fn is_at(file: &fs::File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let key = |found: fs::Metadata| (found.dev(), found.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => key(open) == key(named),
        _ => false,
    }
}

/// Is there a file at this path? Other systems keep the name of a removed file while it is open.
#[cfg(not(unix))]
fn is_at(_: &fs::File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_at_a_time_and_nothing_stays() {
        let folder = std::env::temp_dir().join(format!("sakiyomi-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        // A lock file that a killed run has left stops nobody.
        fs::write(lock_file(&folder), "").expect("a file");
        let lock = FolderLock::take(&folder).expect("a lock");
        assert!(lock_file(&folder).exists());
        assert!(matches!(FolderLock::take(&folder), Err(LabError::Busy(_))));
        assert!(lock_file(&folder).exists(), "the refused run leaves the lock alone");
        drop(lock);
        assert!(!lock_file(&folder).exists());
        drop(FolderLock::take(&folder).expect("a lock"));
        fs::remove_dir(&folder).expect("an empty folder");
    }

    #[cfg(unix)]
    #[test]
    fn a_removed_file_is_no_lock() {
        let folder = std::env::temp_dir().join(format!("sakiyomi-removed-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = lock_file(&folder);
        let removed = fs::File::create(&path).expect("a file");
        assert!(is_at(&removed, &path));
        fs::remove_file(&path).expect("a file");
        assert!(!is_at(&removed, &path));
        let _other = fs::File::create(&path).expect("a file");
        assert!(!is_at(&removed, &path));
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
