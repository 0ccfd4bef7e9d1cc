// The action fails everywhere, so its mover type is proved from nothing.

var {:layer 0, 1} x: int;

left action {:layer 1} A_Take(n: int)
//                     ^^^^^^ vacuous
asserts x > n;
asserts x < n;
modifies x;
{
  x := n;
}

yield procedure {:layer 0} Take(n: int);
refines A_Take;
