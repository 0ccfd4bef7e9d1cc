// Without ghost code the abstract set does not change, though the action says that it does.

var {:layer 0, 1} next: int;
var {:layer 1, 2} issued: [int]bool;

yield invariant {:layer 1} Below();
preserves (forall n: int :: issued[n] ==> n < next);

yield procedure {:layer 0} Draw() returns (n: int);
refines atomic action {:layer 1} _
{
  n := next;
  next := next + 1;
}

yield procedure {:layer 1} Issue() returns (n: int)
//                         ^^^^^ refinement
refines atomic action {:layer 2} _
{
  assume !issued[n];
  issued[n] := true;
}
preserves call Below();
{
  call n := Draw();
}
