// The recursion ends at zero, and nothing says that it comes there.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield left procedure {:layer 1} AddAll(n: int)
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ cooperation-recursion
modifies x;
{
  if (n != 0) {
    call Add(n);
    call AddAll(n - 1);
  }
}
