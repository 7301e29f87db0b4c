//! Files and folders that only their owner may read: the data holds what people trust the house with.
//!
//! What is made here is private from the first moment, whatever the umask; what an older program left open is closed.
//! Deliberately absent: what is in the files. On systems without permissions of this kind nothing is changed.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::path::Path;

/// Opens a file to write, made if it is not there, and sees to it that only its owner may read it.
pub(super) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    set_mode(&mut options);
    let file = options.open(path)?;
    if let Some(permissions) = private_mode(file.metadata()?.permissions()) {
        file.set_permissions(permissions)?;
    }
    Ok(file)
}

/// Sees to it that only its owner may read a file, if it is there.
///
/// By its path: to open and close a file that SQLite has open would drop all locks of this process on it (POSIX locks
/// belong to the process, not to the descriptor), and another process could then truncate the shared memory under us.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(metadata) => match private_mode(metadata.permissions()) {
            Some(permissions) => std::fs::set_permissions(path, permissions),
            None => Ok(()),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes a folder, and those above it that are missing, which only its owner may enter. A folder that is there
/// already stays as it is: it may hold more than the data.
///
/// # Errors
/// If it cannot be made.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Sees to it that only its owner may enter a folder.
///
/// # Errors
/// If it is not there, or not ours.
pub fn make_folder_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    std::fs::metadata(path).map(|_| ())
}

/// Whether others than its owner may look into a folder.
///
/// # Errors
/// If it cannot be looked at.
pub fn is_open_to_others(folder: &Path) -> io::Result<bool> {
    let metadata = std::fs::metadata(folder)?;
    #[cfg(unix)]
    return Ok(std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0);
    #[cfg(not(unix))]
    return Ok(metadata.is_file());
}

#[cfg(unix)]
fn set_mode(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
fn set_mode(_: &mut OpenOptions) {}

/// The permissions that a file must be given, unless only its owner may read it already.
#[cfg(unix)]
fn private_mode(mut permissions: Permissions) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    let is_private = permissions.mode() & 0o777 == 0o600;
    permissions.set_mode(0o600);
    (!is_private).then_some(permissions)
}

#[cfg(not(unix))]
fn private_mode(_: Permissions) -> Option<Permissions> {
    None
}
