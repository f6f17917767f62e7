//! The machine that an experiment was run on, as far as the system says.

/// The processor's name.
pub(crate) fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split(':').nth(1)).unwrap_or("an unknown processor");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
