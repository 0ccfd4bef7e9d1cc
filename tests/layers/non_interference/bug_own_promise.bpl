// Two threads may run the same procedure: what one of them promises at its return, the other breaks.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Is(n: int);
preserves x == n;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 1} Publish(n: int)
//                         ^^^^^^^ non-interference
ensures call Is(n);
{
  call Write(n);
}
