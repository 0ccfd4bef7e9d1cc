// The small x is taken for the large X.
// Names differ by case.

type Heap.Type#1;
const unique $null: Heap.Type#1;
var x, x', x'', X: int;
var \var: int;
var select, store, and, not, Int, let, exists#, true_: int;
function f.g(a: int): int { a }
function f'(a: int): int { a + 1 }
function ~neg(a: int): int { -a }

procedure $P.q#0(_: int, a`b: int) returns (?r: int)
  requires x < x' && x' < x'';
  modifies X, \var, store;
  ensures ?r == old(X) + 1;
//^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  var and.or, ^up: int;

  X := X + 1;
  ?r := x;
  and.or, ^up := _, a`b;
  assert f.g(_) == and.or && f'(a`b) == ^up + 1 && ~neg(1) == -1;
  assert x + 2 <= x'';
  \var := x'';
  store := select + 1;
  assert select < store && \var > x;
}
