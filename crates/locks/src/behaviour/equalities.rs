//! Fields that count threads: `nR` is the number of readers.
//!
//! What holds in all configurations of a few threads is a guess, found by solving linear equations; exploring the counts
//! checks it at every step, and gives it up where it does not hold.

use super::linear::{Linear, Number, Variable};
use super::space::Counting;
use source::Deadline;

/// A prime: equations are solved modulo this, and the solution is small or no solution.
const PRIME: i128 = 1_000_000_007;
const LARGEST: Number = 1000;

/// By field: the sum of counts that it equals in runs of a few threads.
pub fn guesses(counting: &Counting, threads: Number, limit: usize, deadline: Deadline) -> Vec<Option<Linear>> {
    let mut samples: Vec<(Vec<Number>, Vec<Number>)> = Vec::new();
    for number in 1..=threads {
        let Ok(space) = counting.explore(Some(number), limit, deadline) else { continue };
        for configuration in &space.configurations {
            let values = |ranges: &[super::linear::Range]| -> Vec<Number> {
                ranges.iter().map(|range| range.low.unwrap_or(0)).collect()
            };
            samples.push((values(&configuration.fields), values(&configuration.threads)));
        }
    }
    let states = counting.states.len();
    (0..counting.machine.fields.len()).map(|field| guess(&samples, field, states)).collect()
}

/// Solves constant + Σ factor · count = field for all samples. Resting threads do not count: how many there are says
/// nothing.
fn guess(samples: &[(Vec<Number>, Vec<Number>)], field: usize, states: usize) -> Option<Linear> {
    let mut rows: Vec<Vec<i128>> = Vec::new();
    for (fields, threads) in samples {
        // The constant, the states but the first, and the value.
        let mut row: Vec<i128> = vec![1];
        row.extend(threads[1..].iter().copied());
        row.push(fields[field].rem_euclid(PRIME));
        reduce(&mut row, &rows);
        if let Some(lead) = row.iter().position(|entry| *entry != 0) {
            if lead == states {
                return None;
            }
            let inverse = power(row[lead], PRIME - 2);
            row.iter_mut().for_each(|entry| *entry = *entry * inverse % PRIME);
            rows.push(row);
        }
    }
    let solution = back_substituted(&rows, states);
    let small = |value: i128| {
        let value = if value > PRIME / 2 { value - PRIME } else { value };
        Some(value).filter(|value| value.abs() <= LARGEST)
    };
    let mut sum = Linear::constant(small(solution[0])?);
    for (index, value) in solution.iter().enumerate().skip(1) {
        sum = sum.plus(&Linear::of(Variable::Threads(index)), small(*value)?);
    }
    let fits = |(fields, threads): &(Vec<Number>, Vec<Number>)| {
        let value = sum.value(&|variable| match variable {
            Variable::Threads(state) => threads[state],
            Variable::Field(_) | Variable::Holders(_) => 0,
        });
        value == fields[field]
    };
    samples.iter().all(fits).then_some(sum)
}

fn reduce(row: &mut [i128], rows: &[Vec<i128>]) {
    for known in rows {
        let Some(lead) = known.iter().position(|entry| *entry != 0) else { continue };
        let factor = row[lead];
        if factor != 0 {
            row.iter_mut().zip(known).for_each(|(entry, other)| *entry = (*entry - factor * other).rem_euclid(PRIME));
        }
    }
}

/// Unknowns that no equation fixes are zero.
fn back_substituted(rows: &[Vec<i128>], states: usize) -> Vec<i128> {
    let mut solution = vec![0; states];
    let mut ordered: Vec<(usize, &Vec<i128>)> =
        rows.iter().filter_map(|row| row.iter().position(|entry| *entry != 0).map(|lead| (lead, row))).collect();
    ordered.sort_by_key(|(lead, _)| std::cmp::Reverse(*lead));
    for (lead, row) in ordered {
        let known: i128 = (lead + 1..states).map(|index| row[index] * solution[index] % PRIME).sum();
        solution[lead] = (row[states] - known).rem_euclid(PRIME);
    }
    solution
}

fn power(base: i128, exponent: i128) -> i128 {
    let (mut base, mut exponent, mut result) = (base % PRIME, exponent, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}
