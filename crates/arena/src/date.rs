//! Dates and times of this machine's zone, as records have them. The results file's database knows
//! the zone, so no other library is needed for it.

use rusqlite::Connection;
use std::time::SystemTime;

/// Returns a time as date and time of this machine's zone, such as `2026/01/31 21:05:09`; none if
/// it cannot be had.
pub fn local_time(time: SystemTime) -> Option<String> {
    let connection = Connection::open_in_memory().ok()?;
    by_database(&connection, seconds(time)?).ok()?
}

/// Returns a time in seconds since 1970; none before that year.
pub(crate) fn seconds(time: SystemTime) -> Option<i64> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

/// Asks a database for the date and time of a number of seconds since 1970.
pub(crate) fn by_database(
    connection: &Connection,
    seconds: i64,
) -> Result<Option<String>, rusqlite::Error> {
    let sql = "SELECT strftime('%Y/%m/%d %H:%M:%S', ?1, 'unixepoch', 'localtime')";
    connection.query_row(sql, [seconds], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_have_the_form_of_records() {
        // 2001-09-09 or a day beside it, wherever this machine stands.
        let text = local_time(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000));
        let text = text.expect("a date");
        assert!(text.starts_with("2001/09/") && text.len() == "2001/09/09 01:46:40".len());
        let early = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(local_time(early), None);
    }
}
