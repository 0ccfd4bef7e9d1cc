// The body of the loop always returns. Its head is one yield, at which both invariants hold together.

var {:layer 0, 1} x: int;
var {:layer 0, 1} y: int;

yield invariant {:layer 1} PositiveX();
preserves x > 0;

yield invariant {:layer 1} PositiveY();
preserves y > 0;

yield procedure {:layer 0} Use();
refines atomic action {:layer 1} _
{
  assert x > 0 && y > 0;
}

yield procedure {:layer 1} Once()
requires call PositiveX();
requires call PositiveY();
{
  while (true)
  invariant {:yields} true;
  invariant call PositiveX();
  invariant call PositiveY();
  {
    call Use();
    return;
  }
}
