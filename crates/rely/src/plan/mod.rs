//! Which methods are checked, against what, as which code, and how the loops of each are settled.

pub mod entries;
pub mod flat;
pub mod known_classes;
pub mod provable;
pub mod settle;
pub mod shift;
