// A mover procedure is a step of its callers, for whom its body counts.

// Functor Box.

var {:layer 0, 1} {:functor "Box"} v: int;

yield procedure {:layer 0} {:functor "Box"} Add();
refines both action {:layer 1} _
{
  v := v + 1;
}

yield both procedure {:layer 1} {:functor "Box"} Twice()
modifies v;
{
  call Add();
  call Add();
}

// Instance Box1.

var {:layer 0, 1} {:instance "Box1", "Box", "v"} v1: int;

yield both procedure {:layer 1} {:instance "Box1", "Box", "Twice"} Twice1();
//                                                                 ^^^^^^ instance
modifies v1;
