//! The experiments, one file each.

mod analysis;
mod b_mates;
mod b_nullmove;
mod b_problems;
mod b_reduction;
mod b_table1;
mod e_courses;
mod e_matches;
mod e_speed;
mod e_table2;
mod g_depths;
mod g_parallel;
mod g_speed;
mod g_transition;
mod ladder;
mod m_cuts;
mod m_games;
mod m_match;
mod m_precision;
mod o_table1;
mod scale;
mod techniques;

use crate::experiment::Experiment;

/// All of them.
pub fn all() -> [&'static dyn Experiment; 25] {
    [
        &o_table1::OTable1,
        &b_table1::BTable1,
        &b_reduction::BReduction,
        &b_nullmove::BNullmove,
        &b_problems::BProblems,
        &b_mates::BMates,
        &e_speed::ESpeed,
        &e_matches::PRESETS,
        &e_matches::TABLE_1,
        &e_table2::ETable2,
        &e_matches::TABLE_3,
        &e_matches::TABLE_4,
        &m_precision::MPrecision,
        &m_cuts::MCuts,
        &m_match::MMatch,
        &g_depths::GDepths,
        &g_transition::GTransition,
        &g_speed::GSpeed,
        &g_parallel::GParallel,
        &techniques::Techniques,
        &ladder::AT_EQUAL_NODES,
        &ladder::AT_EQUAL_TIME,
        &ladder::OF_EVALUATORS,
        &analysis::Analysis,
        &scale::ScaleFit,
    ]
}

/// The experiment of this name; its case does not matter.
pub fn named(name: &str) -> Option<&'static dyn Experiment> {
    all().into_iter().find(|experiment| experiment.name().eq_ignore_ascii_case(name))
}
