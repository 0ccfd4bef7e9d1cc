//! Front ends: text in, syntax trees and diagnostics out.
//!
//! A front end never panics on its input and never stops at the first error: it returns what it could read together
//! with its diagnostics.

pub mod bpl;
pub mod c;
pub mod java;
