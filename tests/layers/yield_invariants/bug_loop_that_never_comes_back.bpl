// The body of the loop always returns; its head is a yield all the same, after which others have changed `y`.

var {:layer 0, 1} x: int;
var {:layer 0, 1} y: int;

yield invariant {:layer 1} PositiveX();
preserves x > 0;

yield procedure {:layer 0} Use();
refines atomic action {:layer 1} _
{
  assert x > 0 && y == 1;
}

yield procedure {:layer 0} Put();
refines right action {:layer 1} _
{
  y := 1;
}

yield procedure {:layer 1} Once()
requires call PositiveX();
{
  call Put();
  while (true)
  invariant {:yields} true;
  invariant call PositiveX();
  {
    call Use();
//  ^^^^^^^^^^ gate
    return;
  }
}
