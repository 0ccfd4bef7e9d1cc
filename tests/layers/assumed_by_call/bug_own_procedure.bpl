// The same under another name: no body could make every argument positive.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

pure procedure Believe(n: int);
//             ^^^^^^^ vacuous
ensures n > 0;

yield procedure {:layer 2} Main(n: int)
{
  call {:layer 2} Believe(n);
  call Set(n);
}
