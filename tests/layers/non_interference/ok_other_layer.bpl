// The invariant is of layer 2, where the action that lowers the level no longer exists.

var {:layer 0, 2} level: int;

yield invariant {:layer 2} NotNegative();
preserves level >= 0;

yield procedure {:layer 0} Change(step: int);
refines both action {:layer 1} _
{
  level := level + step;
}

yield procedure {:layer 1} UpAndUp()
refines atomic action {:layer 2} _
{
  level := level + 2;
}
{
  call Change(-1);
  call Change(3);
}

yield procedure {:layer 2} Use()
preserves call NotNegative();
{
  call UpAndUp();
}
