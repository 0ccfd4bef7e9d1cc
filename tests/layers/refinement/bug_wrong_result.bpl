// The state is changed as the action says, but the result is that of a read before the change of somebody else.

var {:layer 0, 2} next: int;

yield procedure {:layer 0} Get() returns (value: int);
refines atomic action {:layer 1} _
{
  value := next;
}

yield procedure {:layer 0} Bump();
refines atomic action {:layer 1} _
{
  next := next + 1;
}

yield invariant {:layer 1} Anything();

yield procedure {:layer 1} Ticket() returns (ticket: int)
//                         ^^^^^^ refinement
refines atomic action {:layer 2} _
{
  ticket := next;
  next := next + 1;
}
{
  call ticket := Get();
  call Anything();
  call Bump();
}
