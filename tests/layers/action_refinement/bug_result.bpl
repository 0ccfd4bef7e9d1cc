// The state is right, the result is not.

var {:layer 0, 2} next: int;

atomic action {:layer 1} TicketAfter() returns (ticket: int)
//                       ^^^^^^^^^^^ action-refinement
modifies next;
refines Ticket;
{
  next := next + 1;
  ticket := next;
}

atomic action {:layer 2} Ticket() returns (ticket: int)
modifies next;
{
  ticket := next;
  next := next + 1;
}
