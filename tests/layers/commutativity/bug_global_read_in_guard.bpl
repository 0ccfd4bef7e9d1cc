// The step of one action depends on what the other writes.

var {:layer 0, 1} open: bool;
var {:layer 0, 1} count: int;

right action {:layer 1} Enter()
//                      ^^^^^ commutativity
modifies count;
{
  if (open) {
    count := count + 1;
  }
}

atomic action {:layer 1} Toggle()
modifies open;
{
  open := !open;
}
