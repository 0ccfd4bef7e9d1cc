// What the action chooses is told by a part of its result, two datatypes deep.

datatype Number { Number(value: int) }
datatype Kind { Small(), Large(size: int) }
datatype Ticket { Ticket(id: Number, kind: Kind) }

var {:layer 0,2} used: [int]bool;

atomic action {:layer 1} A_take(kind: Kind) returns (n: int)
modifies used;
{
  assume !used[n];
  used[n] := true;
}
yield procedure {:layer 0} take(kind: Kind) returns (n: int);
refines A_take;

atomic action {:layer 2} A_ticket(kind: Kind) returns (ticket: Ticket)
modifies used;
{
  var id: Number;
  assume !used[id->value];
  used[id->value] := true;
  ticket := Ticket(id, kind);
}
yield procedure {:layer 1} make(kind: Kind) returns (ticket: Ticket)
refines A_ticket;
{
  var n: int;
  call n := take(kind);
  ticket := Ticket(Number(n), kind);
}

// The kind is chosen by the action, and is one of two.
atomic action {:layer 2} A_large() returns (ticket: Ticket)
modifies used;
{
  var id: Number;
  var size: int;
  assume !used[id->value];
  assume size > 3;
  used[id->value] := true;
  ticket := Ticket(id, Large(size));
}
yield procedure {:layer 1} make_large() returns (ticket: Ticket)
refines A_large;
{
  var n: int;
  call n := take(Small());
  ticket := Ticket(Number(n), Large(4));
}
