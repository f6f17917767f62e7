//! Tests for 2x2 tables of counts: chi-square and Fisher's exact test.

use crate::special::{ln_gamma, upper_gamma};

/// A chi-square test with one degree of freedom.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquare {
    /// The statistic.
    pub statistic: f64,
    /// The probability of a statistic at least as large, if rows and columns are independent.
    pub p_value: f64,
}

/// Pearson's test of independence; none if a row or a column is empty.
pub fn chi_square(table: [[u64; 2]; 2]) -> Option<ChiSquare> {
    statistic(table, 0.0)
}

/// The same with Yates' correction for small counts.
pub fn chi_square_yates(table: [[u64; 2]; 2]) -> Option<ChiSquare> {
    statistic(table, 0.5)
}

fn statistic(table: [[u64; 2]; 2], correction: f64) -> Option<ChiSquare> {
    let rows = table.map(|row| (row[0] + row[1]) as f64);
    let columns = [0, 1].map(|at| (table[0][at] + table[1][at]) as f64);
    let total = rows[0] + rows[1];
    let mut statistic = 0.0;
    for (row, row_total) in table.iter().zip(rows) {
        for (&count, column_total) in row.iter().zip(columns) {
            let expected = row_total * column_total / total;
            // Also true where the total is 0.
            if expected.is_nan() || expected <= 0.0 {
                return None;
            }
            let distance = (count as f64 - expected).abs();
            statistic += (distance - correction.min(distance)).powi(2) / expected;
        }
    }
    Some(ChiSquare { statistic, p_value: upper_gamma(0.5, statistic / 2.0) })
}

/// Fisher's exact test, two-sided: the probability of a table at most as likely as this one,
/// with the same sums.
pub fn fisher_exact(table: [[u64; 2]; 2]) -> f64 {
    let [[a, b], [c, d]] = table;
    let (row, column, total) = (a + b, a + c, a + b + c + d);
    let ln_choose = |n: u64, k: u64| {
        ln_gamma(n as f64 + 1.0) - ln_gamma(k as f64 + 1.0) - ln_gamma((n - k) as f64 + 1.0)
    };
    let likelihood = |a: u64| {
        (ln_choose(row, a) + ln_choose(total - row, column - a) - ln_choose(total, column)).exp()
    };
    let least = (row + column).saturating_sub(total);
    let most = row.min(column);
    // Tables of equal likelihood must not be lost to rounding.
    let limit = likelihood(a) * (1.0 + 1e-7);
    (least..=most).map(likelihood).filter(|&one| one <= limit).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    /// With the two-sided probability of the exact test, from whole-number binomials.
    const TABLES: [([[u64; 2]; 2], f64); 6] = [
        ([[8, 2], [1, 5]], 0.034_965_034_965_034_97),
        ([[3, 1], [1, 3]], 0.485_714_285_714_285_7),
        ([[10, 10], [20, 5]], 0.055_857_892_381_047_56),
        ([[122, 1878], [54, 1946]], 1.733_161_338_388_835_3e-7),
        ([[1072, 928], [1000, 1000]], 0.024_648_726_855_910_203),
        ([[0, 7], [5, 3]], 0.025_641_025_641_025_64),
    ];

    #[test]
    fn published_values() {
        // SciPy's documentation of fisher_exact, and Fisher's tea-tasting lady.
        assert!((fisher_exact([[8, 2], [1, 5]]) - 0.034_965_034_965_034_97).abs() < 1e-9);
        assert!((fisher_exact([[6, 2], [1, 4]]) - 0.102_564_102_564_102_5).abs() < 1e-9);
        assert!((fisher_exact([[3, 1], [1, 3]]) - 0.485_714_285_714_285_7).abs() < 1e-9);
        // SciPy's documentation of chi2_contingency is larger; this 2x2 table by hand:
        // (8 * 5 - 2 * 1)^2 * 16 / (10 * 6 * 9 * 7).
        let found = chi_square([[8, 2], [1, 5]]).unwrap();
        assert!((found.statistic - 6.112_169_312_169_312).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn like_statrs_and_exact_sums() {
        let chi = ChiSquared::new(1.0).unwrap();
        for (table, exact) in TABLES {
            for found in [chi_square(table), chi_square_yates(table)].map(Option::unwrap) {
                let expected = 1.0 - chi.cdf(found.statistic);
                assert!((found.p_value - expected).abs() < 1e-9, "{table:?}");
            }
            let found = fisher_exact(table);
            assert!((found / exact - 1.0).abs() < 1e-8, "{table:?}: {found}");
        }
    }

    #[test]
    fn empty_rows_prove_nothing() {
        assert_eq!(chi_square([[0, 0], [3, 4]]), None);
        assert_eq!(chi_square([[0, 0], [0, 0]]), None);
        assert!((fisher_exact([[0, 0], [3, 4]]) - 1.0).abs() < 1e-9);
    }
}
