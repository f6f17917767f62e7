//! `cargo xtask pgo NET`: a program laid out by what it does in play (profile-guided optimisation).
//!
//! An instrumented build searches, solves and counts; a second build knows from that which way
//! branches go and what is called often. Both lie in folders of their own below `target/`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds, trains, builds again. What is not trained counts as rare and is made small, not fast;
/// that is why a network is asked for.
pub(crate) fn run(root: &Path, net: &Path) -> Result<(), String> {
    let net = fs::canonicalize(net)
        .map_err(|error| format!("cannot read the network {}: {error}", net.display()))?;
    let toolchain = Toolchain::find()?;
    let folder = root.join("target/pgo");
    let counts = folder.join("counts");
    if counts.exists() {
        fs::remove_dir_all(&counts)
            .map_err(|error| format!("cannot empty {}: {error}", counts.display()))?;
    }

    println!("[1/4] instrumented build");
    let flag = format!("-Cprofile-generate={}", counts.display());
    let instrumented = build(root, &toolchain, &folder.join("instrumented"), &flag)?;

    println!("[2/4] training");
    train(root, &instrumented, &net)?;

    println!("[3/4] merging the counts");
    let profile = folder.join("sakiyomi.profdata");
    let mut merge = Command::new(&toolchain.profdata);
    merge.arg("merge").arg("-o").arg(&profile).arg(&counts);
    crate::succeed(&mut merge, "llvm-profdata merge")?;

    println!("[4/4] the build that knows them");
    let flag = format!("-Cprofile-use={}", profile.display());
    let program = build(root, &toolchain, &folder.join("optimised"), &flag)?;
    println!("{}", program.display());
    Ok(())
}

/// What the compiler's own folder says.
struct Toolchain {
    /// The machine that builds are for. Named to cargo, so that build scripts are not instrumented.
    target: String,
    profdata: PathBuf,
}

impl Toolchain {
    fn find() -> Result<Self, String> {
        let output = crate::rustc()
            .args(["--print", "host-tuple", "--print", "target-libdir"])
            .output()
            .map_err(|error| format!("rustc did not start: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines = text.lines();
        let (Some(target), Some(libraries)) = (lines.next(), lines.next()) else {
            return Err("rustc does not say where its libraries are".to_owned());
        };
        let name = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
        let profdata = match std::env::var_os("LLVM_PROFDATA") {
            Some(path) => path.into(),
            None => Path::new(libraries).with_file_name("bin").join(name),
        };
        if !profdata.exists() {
            let hint =
                "install it by `rustup component add llvm-tools`, or name one by LLVM_PROFDATA";
            return Err(format!("{} is missing; {hint}", profdata.display()));
        }
        Ok(Self { target: target.to_owned(), profdata })
    }
}

/// Builds the program with one more compiler flag and says where it is.
fn build(root: &Path, toolchain: &Toolchain, folder: &Path, flag: &str) -> Result<PathBuf, String> {
    let mut cargo = crate::cargo(root);
    cargo.args(["build", "--release", "--package", "sakiyomi", "--target", &toolchain.target]);
    cargo.arg("--target-dir").arg(folder);
    // Flags of the environment replace those of the repository's configuration; others add to them.
    match std::env::var("RUSTFLAGS") {
        Ok(flags) => cargo.env("RUSTFLAGS", format!("{flags} {flag}")),
        Err(_) => cargo.arg("--config").arg(format!("build.rustflags = [{flag:?}]")),
    };
    crate::succeed(&mut cargo, "cargo build")?;
    let program = format!("sakiyomi{}", std::env::consts::EXE_SUFFIX);
    Ok(folder.join(&toolchain.target).join("release").join(program))
}

/// Does what users wait for: searches with and without a network, mates, hisshi, counts of moves.
fn train(root: &Path, program: &Path, net: &Path) -> Result<(), String> {
    let net = net.to_str().ok_or("the network's path is not Unicode")?;
    let mates = positions(&root.join("suites/mates/mates_1_to_11.tsv"), 10)?;
    let hisshi = positions(&root.join("suites/hisshi/problems.tsv"), 4)?;
    let runs: [(&[&str], &str); 6] = [
        (&["bench", "--depth", "9", "--net", net], ""),
        (&["bench", "--depth", "8"], ""),
        (&["perft", "--depth", "5"], ""),
        (&["mate", "-"], &mates),
        (&["mate", "--shortest", "-"], &mates),
        (&["hisshi", "-"], &hisshi),
    ];
    for (args, input) in runs {
        println!("      sakiyomi {}", args.join(" "));
        feed(Command::new(program).current_dir(root).args(args), input)?;
    }
    Ok(())
}

/// Every so many-th position of a table, one SFEN a line.
fn positions(table: &Path, every: usize) -> Result<String, String> {
    let text = fs::read_to_string(table)
        .map_err(|error| format!("cannot read {}: {error}", table.display()))?;
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let sfens = rows.filter_map(|row| row.split('\t').nth(1)).step_by(every);
    Ok(sfens.fold(String::new(), |lines, sfen| lines + sfen + "\n"))
}

/// Runs a command on an input; what it prints does not matter here.
fn feed(command: &mut Command, input: &str) -> Result<(), String> {
    let started = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut child = started.map_err(|error| format!("the program did not start: {error}"))?;
    let written = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    let status = child.wait().map_err(|error| error.to_string())?;
    match (written, status.success()) {
        (Some(Err(error)), _) => Err(format!("the program did not read its input: {error}")),
        (_, false) => Err(format!("the program ended with {status}")),
        (_, true) => Ok(()),
    }
}
