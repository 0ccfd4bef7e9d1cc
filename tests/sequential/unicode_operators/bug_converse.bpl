// The implication is read the wrong way round.
// It does not follow.

function p(x: int): bool;
function q(x: int): bool;

procedure Logic(a: bool, b: bool)
  requires (∀ x: int • {p(x)} p(x) ⇒ q(x));
  requires p(3);
{
  assert q(3);
  assert a ∧ b ⇒ a ∨ b;
  assert (a ⇒ b) ⇔ (¬b ∨ a);
//^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert (∃ x: int • {q(x)} q(x) ∧ 3 ≤ x ∧ x ≥ 3);
  assert 1 ≠ 2;
}
