// The action changes the variable through its callee only: the finding stands where it says so.

var {:layer 1} g: int;

atomic action {:layer 1} Outer()
modifies g;
//       ^ layers
{
  call Inner();
}

atomic action {:layer 1} Inner()
modifies g;
{
  g := 1;
//^^^^^^ layers
}
