// The result was right when the action happened. Afterwards, behind a yield, it is changed.

var {:layer 0, 2} next: int;

yield procedure {:layer 0} Draw() returns (ticket: int);
refines atomic action {:layer 1} _
{
  ticket := next;
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
  call ticket := Draw();
  call Anything();
  ticket := ticket + 1;
}
