// Between the look without the lock and the slow path other threads run, whether the program says so or not.

type Tid;

const white, grey, black: int;
axiom white == 1 && grey == 2 && black == 3;

var {:layer 0, 3} colour: int;

atomic action {:layer 2, 3} Darken({:linear} me: One Tid)
modifies colour;
{
  if (colour <= white) {
    colour := grey;
  }
}

yield procedure {:layer 2} Barrier({:linear} me: One Tid)
refines Darken;
{
  var seen: int;
  call seen := Peek();
  if (seen <= white) {
    call BarrierSlow(me);
//  ^^^^^^^^^^^^^^^^^^^^^ yield-sufficiency
  }
}

yield procedure {:layer 1} BarrierSlow({:linear} me: One Tid);
refines Darken;

yield procedure {:layer 0} Peek() returns (seen: int);
refines atomic action {:layer 1, 2} _
{
  seen := colour;
}
