// The number of moves for the towers of Hanoi is one less than a power of two.
// A recursive procedure that counts moves in a global variable.

function Power2(n: int): int;
axiom Power2(0) == 1;
axiom (forall n: int :: {Power2(n)} 0 < n ==> Power2(n) == 2 * Power2(n - 1));

var moves: int;

procedure Hanoi(n: int, from: int, to: int, spare: int)
  requires 0 <= n;
  modifies moves;
  ensures moves == old(moves) + Power2(n) - 1;
  measure n;
{
  if (0 < n) {
    call Hanoi(n - 1, from, spare, to);
    moves := moves + 1;
    call Hanoi(n - 1, spare, to, from);
  }
}
