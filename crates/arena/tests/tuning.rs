//! A tuning finds the known optimum of a noisy option, and goes on where it stopped.

mod common;

use arena::{
    Course, Messages, OnRefusal, Parameter, SpsaObserver, SpsaPlan, SpsaStore, opening_digest,
    random_openings, tune,
};
use common::{TempFile, fake, plan};

struct Count(u64);

impl Messages for Count {
    fn warn(&mut self, text: &str) {
        panic!("{text}");
    }

    fn remark(&mut self, text: &str) {
        panic!("{text}");
    }
}

impl SpsaObserver for Count {
    fn batch(&mut self, played: u64, _: &Course) {
        self.0 = played;
    }

    fn failed(&mut self, note: &str) {
        panic!("{note}");
    }
}

#[test]
fn the_best_value_of_a_noisy_option() {
    let base = plan(vec![fake("tunable")], "nodes=1", 1);
    let parameter: Parameter = "Bias,-20,-100,100,15".parse().expect("a parameter");
    let openings = random_openings(240, 6, 3);
    let plan = SpsaPlan {
        player: base.players[0].clone(),
        limit: base.limit,
        rules: arena::Rules { max_moves: 40, ..base.rules },
        parameters: vec![parameter],
        iterations: 240,
        batch: 4,
        rate: 0.06,
        seed: 11,
        openings: Some(opening_digest(&openings)),
    };
    let file = TempFile::new();
    let mut store = SpsaStore::begin(file.path(), &plan, false).expect("a new file");
    let course =
        tune(&plan, &openings, &mut store, 2, OnRefusal::Stop, &mut Count(0)).expect("a tuning");
    let found = course.settled()[0];
    assert!((found - 30.0).abs() < 15.0, "{found}");
    // All is known, so nothing is played again.
    let mut store = SpsaStore::begin(file.path(), &plan, true).expect("the file");
    let openings = [openings[0].clone()];
    let again =
        tune(&plan, &openings, &mut store, 1, OnRefusal::Stop, &mut Count(0)).expect("known");
    assert_eq!(again, course);
    let other = SpsaPlan { seed: 12, ..plan };
    assert!(SpsaStore::begin(file.path(), &other, true).is_err());
    assert!(arena::spsa_page("fake", &course).contains("Bias"));
}
