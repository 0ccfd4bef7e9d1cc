// Drawing a number does not advance the counter.

var {:layer 0, 1} next: int;
var {:layer 1, 2} {:linear} tickets: UnitMap (One int);
var {:layer 0, 2} serving: int;
var {:layer 0, 3} total: int;

// Numbers that were not drawn are in the pool.
yield invariant {:layer 1} Undrawn();
preserves (forall n: int :: {Map_Contains(tickets, One(n))} n >= next ==> Map_Contains(tickets, One(n)));

yield procedure {:layer 2} Increase()
refines atomic action {:layer 3} _
{
  total := total + 1;
}
preserves call Undrawn();
{
  var {:layer 1, 2} ticket: One int;
  var n, value: int;
  call ticket, n := Draw();
  call Wait(ticket, n);
  call value := Load(ticket, n);
  call Store(ticket, n, value + 1);
  call Leave(ticket, n);
}

yield procedure {:layer 1} Draw() returns ({:layer 1} {:linear} ticket: One int, n: int)
//                         ^^^^ non-interference
refines right action {:layer 2} _
{
  assume Map_Contains(tickets, One(n));
  ticket := One(n);
  call One_Get(tickets, ticket);
}
preserves call Undrawn();
//        ^^^^^^^^^^^^^^ yield-invariant
ensures {:layer 1} ticket->val == n;
{
  call n := DrawNumber();
  call {:layer 1} ticket, tickets := Pick(n, tickets);
}

pure action Pick(n: int, {:linear_in} tickets: UnitMap (One int))
returns ({:linear} ticket: One int, {:linear} rest: UnitMap (One int))
{
  rest := tickets;
  ticket := One(n);
  call One_Get(rest, ticket);
}

yield procedure {:layer 1} Wait({:layer 1} {:linear} ticket: One int, n: int)
refines right action {:layer 2} _
{
  assume serving == ticket->val;
}
requires {:layer 1} ticket->val == n;
preserves call Undrawn();
{
  var now: int;
  while (true)
  invariant {:yields} true;
  invariant call Undrawn();
  {
    call now := Look();
    if (now == n) {
      return;
    }
  }
}

yield procedure {:layer 1} Leave({:layer 1} {:linear} ticket: One int, n: int)
refines atomic action {:layer 2} _
{
  assert serving == ticket->val;
  serving := serving + 1;
}
requires {:layer 1} ticket->val == n;
preserves call Undrawn();
{
  call ServeNext();
}

yield procedure {:layer 1} Load({:layer 1} {:linear} ticket: One int, n: int) returns (value: int)
refines both action {:layer 2} _
{
  assert serving == ticket->val;
  value := total;
}
requires {:layer 1} ticket->val == n;
preserves call Undrawn();
{
  call value := Read();
}

yield procedure {:layer 1} Store({:layer 1} {:linear} ticket: One int, n: int, value: int)
refines both action {:layer 2} _
{
  assert serving == ticket->val;
  total := value;
}
requires {:layer 1} ticket->val == n;
preserves call Undrawn();
{
  call Write(value);
}

yield procedure {:layer 0} DrawNumber() returns (n: int);
refines atomic action {:layer 1} _
{
  n := next;
}

yield procedure {:layer 0} Look() returns (n: int);
refines atomic action {:layer 1} _
{
  n := serving;
}

yield procedure {:layer 0} ServeNext();
refines atomic action {:layer 1} _
{
  serving := serving + 1;
}

yield procedure {:layer 0} Read() returns (value: int);
refines atomic action {:layer 1} _
{
  value := total;
}

yield procedure {:layer 0} Write(value: int);
refines atomic action {:layer 1} _
{
  total := value;
}
