// Another procedure makes the object white again. Then a mutator that saw grey does nothing, though something was to do.

type Tid;

const white, grey, black: int;
axiom white == 1 && grey == 2 && black == 3;

var {:layer 0, 3} colour: int;

yield invariant {:layer 2} AtLeast(seen: int);
preserves colour >= seen;

atomic action {:layer 2, 3} Darken({:linear} me: One Tid)
modifies colour;
{
  if (colour <= white) {
    colour := grey;
  }
}

atomic action {:layer 2, 3} Whiten({:linear} me: One Tid)
modifies colour;
{
  colour := white;
}

yield procedure {:layer 2} Barrier({:linear} me: One Tid)
refines Darken;
{
  var seen: int;
  call seen := Peek();
  call AtLeast(seen);
  if (seen <= white) {
    call BarrierSlow(me);
  }
}

yield procedure {:layer 2} Reset({:linear} me: One Tid)
//                         ^^^^^ non-interference
refines Whiten';
{
  call ResetLow(me);
}

atomic action {:layer 3} Whiten'({:linear} me: One Tid)
modifies colour;
{
  colour := white;
}

yield procedure {:layer 1} BarrierSlow({:linear} me: One Tid);
refines Darken;

yield procedure {:layer 1} ResetLow({:linear} me: One Tid);
refines Whiten;

yield procedure {:layer 0} Peek() returns (seen: int);
refines atomic action {:layer 1, 2} _
{
  seen := colour;
}
