// On the path through the branch there are two steps, on the other path one.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Set(value: int);
refines atomic action {:layer 1} _
{
  x := value;
}

yield procedure {:layer 1} Main(b: bool)
{
  if (b) {
    call Set(1);
  }
  call Set(2);
//^^^^^^^^^^^^ yield-sufficiency
}
