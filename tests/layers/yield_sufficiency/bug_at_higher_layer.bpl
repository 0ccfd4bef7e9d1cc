// At layer 1 the callee yields. At layer 2 it is one step that does not move, and two of them follow each other.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(value: int);
refines atomic action {:layer 1} _
{
  x := value;
}

yield procedure {:layer 1} Put(value: int)
refines atomic action {:layer 2} _
{
  x := value;
}
{
  call Set(value);
}

yield procedure {:layer 2} Main()
{
  call Put(1);
  call Put(2);
//^^^^^^^^^^^^ yield-sufficiency
}
