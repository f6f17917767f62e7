//! `cargo xtask dist`: archives with everything that a user needs who does not build the program.
//!
//! On x86-64 an archive holds a build for each level of the processor (v2, v3, v4). The plain
//! `sakiyomi` is the one for v2; it hands over to the best of the others that runs on the machine.

mod archive;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that lie beside the program in an archive.
const DOCUMENTS: [&str; 6] = [
    "README.md",
    "README.ja.md",
    "CHANGELOG.md",
    "LICENSE",
    "NOTICE",
    // The program contains outlines of a font under this licence.
    "crates/kifu/src/svg/OFL.txt",
];
const SHELLS: [(&str, &str); 5] = [
    ("bash", "sakiyomi.bash"),
    ("zsh", "_sakiyomi"),
    ("fish", "sakiyomi.fish"),
    ("powershell", "sakiyomi.ps1"),
    ("elvish", "sakiyomi.elv"),
];

/// One build of the program.
struct Build {
    /// The processor that the compiler builds for, if it is not the compiler's own choice.
    processor: Option<&'static str>,
    /// The name of the program in the archive, without the system's suffix.
    name: &'static str,
    /// Can this machine run the build?
    runs_here: bool,
}

/// Builds, checks and packs the program for the system of this machine.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let host = crate::host_tuple()?;
    let folder = target_folder(root).join("dist");
    let stage = folder.join(format!("sakiyomi-{}-{host}", env!("CARGO_PKG_VERSION")));
    remake(&stage)?;

    println!("building the page");
    crate::web::run(root, crate::web::Mode::Build)?;
    let builds = builds();
    for build in &builds {
        let processor = build.processor.unwrap_or("any processor");
        println!("building {} ({processor})", build.name);
        let program = compile(root, &folder.join("build"), &host, build)?;
        copy(&program, &stage.join(file_name(build)))?;
    }
    check_counts(&folder, &stage, &builds)?;

    println!("adding documents, completions and man pages");
    for document in DOCUMENTS {
        let document = root.join(document);
        copy(&document, &stage.join(document.file_name().unwrap_or_default()))?;
    }
    add_what_the_program_writes(&stage)?;
    for path in [archive::tar_gz(&stage)?, archive::zip(&stage)?] {
        let bytes = fs::metadata(&path).map_err(|error| cannot("read", &path, &error))?.len();
        println!("{} ({:.1} MB)", path.display(), bytes as f64 / 1e6);
    }
    Ok(())
}

/// Lists the builds for the processors of this machine's kind, the one that runs everywhere first.
fn builds() -> Vec<Build> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        let v3 = has!("avx2") && has!("bmi2") && has!("fma") && has!("lzcnt") && has!("movbe");
        let v4 = v3 && has!("avx512bw") && has!("avx512cd") && has!("avx512dq") && has!("avx512vl");
        let build =
            |processor, name, runs_here| Build { processor: Some(processor), name, runs_here };
        vec![
            build("x86-64-v2", "sakiyomi", has!("sse4.2") && has!("popcnt")),
            build("x86-64-v3", "sakiyomi-x86-64-v3", v3),
            build("x86-64-v4", "sakiyomi-x86-64-v4", v4),
        ]
    }
    #[cfg(not(target_arch = "x86_64"))]
    vec![Build { processor: None, name: "sakiyomi", runs_here: true }]
}

fn file_name(build: &Build) -> String {
    format!("{}{}", build.name, std::env::consts::EXE_SUFFIX)
}

/// Compiles the program with the versions of the lock file and returns the path of the result.
fn compile(root: &Path, folder: &Path, host: &str, build: &Build) -> Result<PathBuf, String> {
    let mut cargo = crate::cargo(root);
    cargo.args(["build", "--release", "--locked", "--package", "sakiyomi", "--target", host]);
    cargo.arg("--target-dir").arg(folder);
    // Flags of the environment replace those of the repository, which are for this machine alone.
    let flags = build.processor.map_or(String::new(), |name| format!("-Ctarget-cpu={name}"));
    cargo.env("RUSTFLAGS", flags);
    crate::succeed(&mut cargo, "cargo build")?;
    let program = format!("sakiyomi{}", std::env::consts::EXE_SUFFIX);
    Ok(folder.join(host).join("release").join(program))
}

/// Runs `bench` with every build that runs here; all must count the same nodes.
fn check_counts(folder: &Path, stage: &Path, builds: &[Build]) -> Result<(), String> {
    // Each build is alone in this folder, so that none hands over to another.
    let alone = folder.join("check");
    let mut first: Option<(u64, &str)> = None;
    for build in builds {
        if !build.runs_here {
            println!("bench of {}: skipped, this processor cannot run it", build.name);
            continue;
        }
        remake(&alone)?;
        let program = alone.join(file_name(build));
        copy(&stage.join(file_name(build)), &program)?;
        let last = last_line(&output(&program, &["bench"])?);
        println!("bench of {}: {last}", build.name);
        let nodes = nodes(&last).ok_or_else(|| format!("not the last line of a bench: {last}"))?;
        match first {
            Some((expected, other)) if expected != nodes => {
                return Err(format!(
                    "{} counts {nodes} nodes, {other} counts {expected}",
                    build.name
                ));
            }
            _ => first = first.or(Some((nodes, build.name))),
        }
    }
    fs::remove_dir_all(&alone).map_err(|error| cannot("remove", &alone, &error))
}

fn last_line(text: &str) -> String {
    text.lines().next_back().unwrap_or_default().to_owned()
}

/// Reads the node count of a line `nodes N time_ms T nps X`.
fn nodes(line: &str) -> Option<u64> {
    line.strip_prefix("nodes ")?.split(' ').next()?.parse().ok()
}

/// Lets the program write its completions and its man pages into the folder that holds it.
fn add_what_the_program_writes(stage: &Path) -> Result<(), String> {
    let program = stage.join(format!("sakiyomi{}", std::env::consts::EXE_SUFFIX));
    let completions = stage.join("completions");
    remake(&completions)?;
    for (shell, file) in SHELLS {
        let path = completions.join(file);
        let script = output(&program, &["completions", shell])?;
        fs::write(&path, script).map_err(|error| cannot("write", &path, &error))?;
    }
    let mut manual = Command::new(&program);
    manual.arg("manual").arg(stage.join("man"));
    crate::succeed(&mut manual, "sakiyomi manual")
}

fn output(program: &Path, arguments: &[&str]) -> Result<String, String> {
    let name = format!("{} {}", program.display(), arguments.join(" "));
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("`{name}` did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{name}` ended with {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{name}` wrote text that is not UTF-8"))
}

fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Makes an empty folder.
fn remake(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| cannot("empty", folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|error| cannot("copy", from, &error))
}

fn cannot(verb: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {verb} {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_of_a_bench() {
        assert_eq!(nodes("nodes 1343030 time_ms 1200 nps 1119191"), Some(1_343_030));
        assert_eq!(nodes("nodes many"), None);
        assert_eq!(nodes(&last_line("")), None);
        assert_eq!(last_line("a\nb\n"), "b");
    }

    #[test]
    fn documents_exist() {
        for document in DOCUMENTS {
            assert!(crate::repository().join(document).is_file(), "{document}");
        }
    }

    #[test]
    fn the_first_build_is_the_plain_program() {
        assert_eq!(builds()[0].name, "sakiyomi");
    }
}
