//! Classes by loss.

use crate::model::{Class, Number};

/// A loss below this is excellent.
const EXCELLENT: f64 = 2.0;

/// The class of a loss in points of win probability, by the limits of the four bad classes.
pub fn grade(loss: f64, limits: &[Number; 4]) -> Class {
    let below = |index: usize| loss < limits[index].get();
    match loss {
        _ if loss <= 0.0 => Class::Best,
        _ if loss < EXCELLENT && below(0) => Class::Excellent,
        _ if below(0) => Class::Fine,
        _ if below(1) => Class::Inaccuracy,
        _ if below(2) => Class::Dubious,
        _ if below(3) => Class::Mistake,
        _ => Class::Blunder,
    }
}

/// How many steps two graded classes are apart.
pub fn steps_apart(a: Class, b: Class) -> usize {
    let place = |class: Class| Class::ALL.iter().position(|&other| other == class).unwrap_or(0);
    // Everything below the first limit is one step: nobody is accused there.
    let fine = place(Class::Fine);
    place(a).max(fine).abs_diff(place(b).max(fine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_belong_to_the_worse_class() {
        let limits = [5.0, 10.0, 20.0, 50.0].map(Number::new);
        let classes = [0.0, 0.01, 2.0, 5.0, 10.0, 20.0, 50.0].map(|loss| grade(loss, &limits));
        use Class::*;
        assert_eq!(classes, [Best, Excellent, Fine, Inaccuracy, Dubious, Mistake, Blunder]);
        assert_eq!(steps_apart(Best, Fine), 0);
        assert_eq!(steps_apart(Best, Dubious), 2);
    }
}
