//! Agreement of grades beyond chance.

/// The number of grades.
const GRADES: usize = 6;

/// Cohen's kappa with quadratic weights; none if chance explains everything.
pub(super) fn weighted_kappa(grades: &[(u8, u8)]) -> Option<f64> {
    let total = grades.len() as f64;
    let (mut seen, mut ours, mut theirs) = ([[0.0; GRADES]; GRADES], [0.0; GRADES], [0.0; GRADES]);
    for &(a, b) in grades {
        let (a, b) = (usize::from(a).min(GRADES - 1), usize::from(b).min(GRADES - 1));
        seen[a][b] += 1.0 / total;
        ours[a] += 1.0 / total;
        theirs[b] += 1.0 / total;
    }
    let (mut observed, mut expected) = (0.0, 0.0);
    for a in 0..GRADES {
        for b in 0..GRADES {
            let weight = (a as f64 - b as f64).powi(2);
            observed += weight * seen[a][b];
            expected += weight * ours[a] * theirs[b];
        }
    }
    (expected > 0.0).then(|| 1.0 - observed / expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kappa_is_that_of_the_textbook() {
        assert_eq!(weighted_kappa(&[(0, 0), (5, 5), (3, 3)]), Some(1.0));
        let opposite = weighted_kappa(&[(0, 5), (5, 0)]).expect("a number");
        assert!((opposite + 1.0).abs() < 1e-9, "{opposite}");
        let chance = weighted_kappa(&[(0, 0), (0, 1), (1, 0), (1, 1)]).expect("a number");
        assert!(chance.abs() < 1e-9, "{chance}");
        assert_eq!(weighted_kappa(&[(0, 0)]), None);
    }
}
