// In the functor the action is no mover, and was not checked to be one.

// Functor Box.

var {:layer 0, 3} {:functor "Box"} v: int;

yield invariant {:layer 1} {:functor "Box"} Least(n: int);
preserves n <= v;

yield procedure {:layer 1} {:functor "Box"} Add(n: int)
refines atomic action {:layer 2} _
{
  v := v + n;
}
requires {:layer 1} n >= 0;
{
  call AddAtOnce(n);
}

yield procedure {:layer 0} {:functor "Box"} AddAtOnce(n: int);
refines atomic action {:layer 1} _
{
  assert n >= 0;
  v := v + n;
}

// Instance Box1.

var {:layer 0, 3} {:instance "Box1", "Box", "v"} {:module 2, "Client"} v1: int;

yield invariant {:layer 1} {:instance "Box1", "Box", "Least"} Least1(n: int);
preserves n <= v1;

yield procedure {:layer 1} {:instance "Box1", "Box", "Add"} Add1(n: int);
refines both action {:layer 2} {:module 2, "Client"} _
//                                                   ^ instance
{
  v1 := v1 + n;
}
requires {:layer 1} n >= 0;

// Module Client.

yield procedure {:layer 2} {:module "Client"} Twice()
refines atomic action {:layer 3} _
{
  v1 := v1 + 2;
}
requires call Least1(0);
{
  call Add1(1) | Least1(0);
  call Add1(1) | Least1(0);
}
