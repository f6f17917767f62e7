//! A folder as a `.tar.gz` and as a `.zip`; the same files give the same bytes.

use super::cannot;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;

/// Packs the folder into a `.tar.gz` beside it.
pub(super) fn tar_gz(folder: &Path) -> Result<PathBuf, String> {
    let path = beside(folder, ".tar.gz");
    let pack = || -> io::Result<()> {
        let mut tar = tar::Builder::new(GzEncoder::new(File::create(&path)?, Compression::best()));
        tar.mode(tar::HeaderMode::Deterministic);
        for file in files(folder)? {
            tar.append_path_with_name(&file, name_in_archive(folder, &file))?;
        }
        tar.into_inner()?.finish()?;
        Ok(())
    };
    pack().map_err(|error| cannot("write", &path, &error))?;
    Ok(path)
}

/// Packs the folder into a `.zip` beside it.
pub(super) fn zip(folder: &Path) -> Result<PathBuf, String> {
    let path = beside(folder, ".zip");
    let pack = || -> io::Result<()> {
        let mut zip = zip::ZipWriter::new(File::create(&path)?);
        for file in files(folder)? {
            let mode = if is_executable(&file)? { 0o755 } else { 0o644 };
            let options = SimpleFileOptions::default().unix_permissions(mode);
            zip.start_file(name_in_archive(folder, &file), options)?;
            io::copy(&mut File::open(&file)?, &mut zip)?;
        }
        zip.finish()?;
        Ok(())
    };
    pack().map_err(|error| cannot("write", &path, &error))?;
    Ok(path)
}

/// Returns the folder's path with an ending added; the version in its name has dots, too.
fn beside(folder: &Path, ending: &str) -> PathBuf {
    let mut path = folder.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Lists all files below the folder in alphabetical order.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the path from the folder's own name on, with slashes on every system.
fn name_in_archive(folder: &Path, file: &Path) -> String {
    let inner = file.strip_prefix(folder.parent().unwrap_or(folder)).unwrap_or(file);
    let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(unix)]
fn is_executable(file: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::metadata(file)?.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> io::Result<bool> {
    Ok(file.extension().is_some_and(|ending| ending == "exe"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn sample() -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sakiyomi-1.0-dist-{}", std::process::id()));
        fs::create_dir_all(folder.join("man")).unwrap();
        fs::write(folder.join("README.md"), "read me").unwrap();
        fs::write(folder.join("man/page.1"), "page").unwrap();
        folder
    }

    #[test]
    fn both_archives_hold_the_files() {
        let folder = sample();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let (tar_path, zip_path) = (tar_gz(&folder).unwrap(), zip(&folder).unwrap());
        let expected =
            [(format!("{name}/README.md"), "read me"), (format!("{name}/man/page.1"), "page")];

        let reader = flate2::read::GzDecoder::new(File::open(&tar_path).unwrap());
        let mut archive = tar::Archive::new(reader);
        let mut entries = archive.entries().unwrap();
        for (name, text) in &expected {
            let mut entry = entries.next().unwrap().unwrap();
            assert_eq!(entry.path().unwrap(), Path::new(name));
            let mut found = String::new();
            entry.read_to_string(&mut found).unwrap();
            assert_eq!(&found, text);
        }
        assert!(entries.next().is_none());

        let mut archive = zip::ZipArchive::new(File::open(&zip_path).unwrap()).unwrap();
        assert_eq!(archive.len(), expected.len());
        for (name, text) in &expected {
            let mut found = String::new();
            archive.by_name(name).unwrap().read_to_string(&mut found).unwrap();
            assert_eq!(&found, text);
        }
        for path in [tar_path, zip_path] {
            fs::remove_file(path).unwrap();
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
