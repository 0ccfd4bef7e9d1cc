//! Literals as terms.

use super::{Encoder, Gap, float, string};
use crate::typed::{Literal, RoundingMode, Type};
use smt::TermId;
use source::Span;

impl Encoder<'_> {
    pub(super) fn literal(&mut self, literal: &Literal, ty: &Type, span: Span) -> Result<TermId, Gap> {
        Ok(match literal {
            Literal::Bool(value) => self.terms.bool_(*value),
            Literal::Int(value) => self.terms.int(&value.to_string()),
            Literal::Real { numerator, scale } => {
                let numerator = self.terms.constant(&format!("{numerator}.0"));
                match scale {
                    0 => numerator,
                    _ => {
                        let denominator = self.terms.constant(&format!("1{}.0", "0".repeat(*scale as usize)));
                        self.terms.app("/", &[numerator, denominator])
                    }
                }
            }
            Literal::Bv { width: 0, .. } => return Err(Gap::new("bit-vectors of width 0 are not supported", span)),
            Literal::Bv { value, width } => self.terms.constant(&format!("(_ bv{value} {width})")),
            Literal::Float(text) => float::literal(&mut self.terms, text, ty)
                .ok_or_else(|| Gap::new(format!("the floating-point literal `{text}` is not supported"), span))?,
            Literal::String(text) => string::literal(&mut self.terms, text).ok_or_else(|| {
                Gap::new("string literals with `\\\"` or a character past U+2FFFF are not supported", span)
            })?,
            Literal::RoundingMode(mode) => self.terms.constant(match mode {
                RoundingMode::NearestTiesToEven => "RNE",
                RoundingMode::NearestTiesToAway => "RNA",
                RoundingMode::TowardPositive => "RTP",
                RoundingMode::TowardNegative => "RTN",
                RoundingMode::TowardZero => "RTZ",
            }),
        })
    }
}
