// What the action waits for never comes, so nobody gets past its call.

var {:layer 0, 1} x: int;

atomic action {:layer 1} A_Take(n: int)
//                       ^^^^^^ vacuous
modifies x;
{
  assume x > n;
  assume x < n;
  x := n;
}

yield procedure {:layer 0} Take(n: int);
refines A_Take;

yield procedure {:layer 1} P()
{
  call Take(1);
  assert {:layer 1} false;
}
