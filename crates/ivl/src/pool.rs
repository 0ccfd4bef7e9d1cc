//! Quantifiers instantiated where the author says.
//!
//! passive → **passive**
//!
//! `{:pool "A"}` on a bound variable asks that its quantifier be instantiated at every value offered to the pool A;
//! `{:add_to_pool "A", e}` on a statement, or on a quantifier whose variables become constants, offers e. The solver's
//! own triggers find no instance at a term such as `x - 1`; the author knows which ones a proof needs. With t a value
//! of the variable's type, a quantifier of which every variable has a pool gains
//!
//! ```text
//! ∀x. P(x)      becomes   (∀x. P(x)) ∧ P(t)        an equivalence, wherever it stands
//! ∃x. P(x)      becomes   (∃x. P(x)) ∨ P(t)        an equivalence, wherever it stands
//! λx. e(x)      gets a name m, with   assume m = (λx. e(x));   assume m[t] = e(t)
//! ```
//!
//! Existential facts are named, so that what is said of them can be offered too. For a fresh constant c,
//!
//! ```text
//! assume ∃x. P(x)      becomes   assume P(c)
//! check  ∀x. P(x)      becomes   check  P(c), which is violated by some c just if the original is violated
//! ```
//!
//! and so for one under connectives whose polarity is known. Take c to be a value that makes P true (false, for a
//! check) if there is any: every run of the old body that violates a check is then a run of the new one, and the other
//! way round. The same quantifier can share its constant with its copies elsewhere. Since a condition stands on the two
//! sides of a check, `check C` first becomes `check C` that is forgotten, and `assume C`.
//!
//! So no attribute can make a wrong program right, or a right one wrong. Only values without bound variables are
//! offered and only quantifiers outside of others are instantiated; the instances are searched again. Constants offered
//! from instances make new instances, for a bounded number of rounds and up to a bounded number of instances.

mod prepare;
mod search;
mod simplify;
mod values;

use crate::attributes;
use crate::body::Origin;
use crate::passive::{Block, Passive, Step};
use crate::typed::*;
use crate::vc::useful_blocks;
use crate::visit::walk;
use prepare::Polarity;
use search::Search;

/// The body with instances at the values that it offers; the same body if it offers none.
pub fn instantiate(program: &Program, passive: Passive) -> Passive {
    let exprs = passive.blocks.iter().flat_map(|block| &block.steps).filter_map(condition);
    if passive.offers.is_empty() && !exprs.into_iter().any(|expr| has_quantifier(expr, &offers_values)) {
        return passive;
    }
    let Passive { name, incarnations, blocks, goals, offers } = passive;
    let mut search = Search::new(program, incarnations);
    for offer in offers {
        search.values.offer(&offer.pool, offer.value);
    }
    let useful = useful_blocks(&blocks);
    let prepare = |block: Block| {
        let goes_on = block.successors.iter().any(|next| useful[next.index()]);
        prepare_block(&mut search, block, goes_on)
    };
    let prepared: Vec<Block> = blocks.into_iter().map(prepare).collect();
    search.run();
    let (found, incarnations) = search.finish();
    let mut blocks: Vec<Block> = prepared.into_iter().map(|block| settle_block(&found, block)).collect();
    if let Some(entry) = blocks.first_mut() {
        let assume = |expr: &Expr| Step::Assume { expr: expr.clone(), origin: Origin::Internal };
        entry.steps.splice(0..0, found.lambdas.iter().map(assume));
    }
    Passive { name, incarnations, blocks, goals, offers: Vec::new() }
}

/// The condition that a step assumes or checks.
fn condition(step: &Step) -> Option<&Expr> {
    match step {
        Step::Assume { expr, .. } | Step::Check { expr, .. } => Some(expr),
        Step::Event(_) => None,
    }
}

/// The block made ready; `goes_on` says whether a check comes after it. What comes after the last check is left alone.
fn prepare_block(search: &mut Search, block: Block, goes_on: bool) -> Block {
    let mut steps = Vec::with_capacity(block.steps.len());
    let last = block.steps.iter().rposition(|step| matches!(step, Step::Check { .. }));
    for (at, step) in block.steps.into_iter().enumerate() {
        if !goes_on && last.is_none_or(|last| at > last) {
            steps.push(step);
            continue;
        }
        match step {
            Step::Assume { expr, origin } if concerns_pools(&expr) => {
                let expr = search.prepare(&expr, Polarity::Assumed);
                steps.push(Step::Assume { expr, origin });
            }
            Step::Check { goal, expr, forget } if concerns_pools(&expr) => {
                let checked = search.prepare(&expr, Polarity::Checked);
                steps.push(Step::Check { goal, expr: checked, forget: true });
                if !forget && (goes_on || last != Some(at)) {
                    let expr = search.prepare(&expr, Polarity::Assumed);
                    steps.push(Step::Assume { expr, origin: Origin::Internal });
                }
            }
            Step::Assume { .. } | Step::Check { .. } | Step::Event(_) => steps.push(step),
        }
    }
    Block { steps, ..block }
}

fn settle_block(found: &search::Found, block: Block) -> Block {
    let steps = block.steps.into_iter().map(|step| match step {
        Step::Assume { expr, origin } => Step::Assume { expr: found.settle(&expr), origin },
        Step::Check { goal, expr, forget } => Step::Check { goal, expr: found.settle(&expr), forget },
        Step::Event(event) => Step::Event(event),
    });
    Block { steps: steps.collect(), ..block }
}

/// Whether a quantifier of the expression takes values or offers them.
fn concerns_pools(expr: &Expr) -> bool {
    has_quantifier(expr, &|quantifier| takes_values(quantifier) || offers_values(quantifier))
}

fn has_quantifier(expr: &Expr, is_meant: &dyn Fn(&Quantifier) -> bool) -> bool {
    let mut found = false;
    walk(expr, &mut |node| {
        if let ExprKind::Quantifier(quantifier) = node.kind() {
            found |= is_meant(quantifier);
        }
        !found
    });
    found
}

/// Whether every variable of the quantifier has a pool.
fn takes_values(quantifier: &Quantifier) -> bool {
    let Quantifier { type_params, vars, .. } = quantifier;
    let has_pool = |var: &BoundVar| !attributes::pools(&var.attributes).is_empty();
    type_params.is_empty() && !vars.is_empty() && vars.iter().all(has_pool)
}

fn offers_values(quantifier: &Quantifier) -> bool {
    !attributes::offers(&quantifier.attributes).is_empty()
}
