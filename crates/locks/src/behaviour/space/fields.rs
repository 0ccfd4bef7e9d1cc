//! What the fields of a lock hold after a command.

use super::super::linear::{Linear, Number, Range, Variable};
use super::{Configuration, Counting, Trouble, exactly, range_of};

impl Counting<'_> {
    /// What the fields hold after a command.
    pub(super) fn updated(
        &self,
        at: &Configuration,
        index: usize,
        from: usize,
        to: usize,
    ) -> Result<Vec<Vec<Range>>, Trouble> {
        let command = &self.commands[index];
        let mut found = vec![at.fields.clone()];
        for (field, update) in command.updates.iter().enumerate() {
            if let Some(equal) = &self.equal[field] {
                self.stays_equal(at, field, equal, update, from, to)?;
                continue;
            }
            let range = update.range(&|variable| range_of(variable, at));
            let range = match (range.low, range.high) {
                (Some(low), Some(high)) if low == high => exactly(self.machine.fields[field].stored(low)),
                _ => range,
            };
            let mut values = self.field_values(range).ok_or(Trouble::Unknown(field))?;
            for wrapped in self.overflows(at, update).ok_or(Trouble::Unknown(field))? {
                if !values.contains(&wrapped) {
                    values.push(wrapped);
                }
            }
            found = found
                .into_iter()
                .flat_map(|fields| {
                    values.iter().map(move |value| {
                        let mut fields = fields.clone();
                        fields[field] = *value;
                        fields
                    })
                })
                .collect();
        }
        Ok(found)
    }

    /// What a new value may be besides, because a number has no more room in Java's types: one that grows for ever comes out
    /// at the other end. None if it may be anything. Threads are never so many.
    fn overflows(&self, at: &Configuration, update: &Linear) -> Option<Vec<Range>> {
        let cap = self.field_cap.unwrap_or(0);
        let is_open = |variable: &Variable| {
            let range = range_of(*variable, at);
            range.low.is_none() || range.high.is_none()
        };
        let open: Vec<(&Variable, &Number)> = update.factors.iter().filter(|(variable, _)| is_open(variable)).collect();
        let (variable, rest) = match open[..] {
            _ if !open.iter().any(|(variable, _)| matches!(variable, Variable::Field(_))) => return Some(Vec::new()),
            [(variable, 1)] => (*variable, update.plus(&Linear::of(*variable), -1)),
            [..] => return None,
        };
        let (range, added) = (range_of(variable, at), rest.range(&|variable| range_of(variable, at)));
        let mut found = Vec::new();
        if range.high.is_none() && added.high.is_none_or(|added| added > 0) {
            found.push(Range { low: None, high: Some(-cap - 1) });
        }
        if range.low.is_none() && added.low.is_none_or(|added| added < 0) {
            found.push(Range { low: Some(cap + 1), high: None });
        }
        Some(found)
    }

    /// The field still has the value of its sum when the thread has moved. Waking a thread does not change a sum.
    fn stays_equal(
        &self,
        at: &Configuration,
        field: usize,
        equal: &Linear,
        update: &Linear,
        from: usize,
        to: usize,
    ) -> Result<(), Trouble> {
        let factor = |state: usize| equal.factors.get(&Variable::Threads(state)).copied().unwrap_or(0);
        let after = equal.plus(&Linear::constant(factor(to) - factor(from)), 1);
        let difference = update.plus(&after, -1).range(&|variable| range_of(variable, at));
        if difference == exactly(0) { Ok(()) } else { Err(Trouble::NotEqual(field)) }
    }

    /// The values that are told apart and make up a range.
    fn field_values(&self, range: Range) -> Option<Vec<Range>> {
        let Some(cap) = self.field_cap else { return Some(vec![range]) };
        let above = Range { low: Some(cap + 1), high: None };
        let below = Range { low: None, high: Some(-cap - 1) };
        let (low, high) = match (range.low, range.high) {
            (Some(low), Some(high)) if low == high => {
                return Some(vec![if low > cap {
                    above
                } else if low < -cap {
                    below
                } else {
                    range
                }]);
            }
            (Some(low), high) => (low, high.unwrap_or(cap + 1)),
            (None, Some(high)) => (-cap - 1, high),
            (None, None) => return None,
        };
        let mut values: Vec<Range> = (low.max(-cap)..=high.min(cap)).map(exactly).collect();
        if low < -cap {
            values.push(below);
        }
        if high > cap {
            values.push(above);
        }
        Some(values)
    }
}
