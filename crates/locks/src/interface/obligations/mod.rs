//! What a thread has to keep to, each kind of obligation by itself.

pub mod content;
pub mod delegates;
pub mod effect;
pub mod elsewhere;
pub mod entry;
pub mod fresh;
pub mod helpers;
pub mod initial;
pub mod mode_parts;
pub mod needs;
pub mod never_ends;
pub mod premise;
pub mod reentry;
pub mod self_deadlock;
pub mod self_wait;
pub mod spin;
pub mod swapped;
pub mod taint;
pub mod unfollowed;
pub mod unreadable;
pub mod views;
pub mod watched;
