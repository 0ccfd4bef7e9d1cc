// In the functor the two actions are at different layers. A procedure without a body does what the second does, below
// the layer of that: there it meets the first.

// Functor Box.

var {:layer 2, 4} {:functor "Box"} v: int;

both action {:layer 3} {:functor "Box"} Add()
{
  v := v + 1;
}

atomic action {:layer 4} {:functor "Box"} Clear()
{
  v := 0;
}

// Instance Box1.

var {:layer 2, 4} {:instance "Box1", "Box", "v"} {:module 2, "Client"} v1: int;

both action {:layer 3} {:instance "Box1", "Box", "Add"} {:module 2, "Client"} Add1()
//                                                                            ^^^^ commutativity
{
  v1 := v1 + 1;
}

atomic action {:layer 4} {:instance "Box1", "Box", "Clear"} {:module 2, "Client"} Clear1()
//                                                                                ^^^^^^ commutativity
{
  v1 := 0;
}

// Module Client.

yield procedure {:layer 3} {:module "Client"} DoClear();
refines Clear1;
