// The call is an ordinary one.
// Its precondition is checked, and does not hold.

procedure Callee(x: int) returns (y: int);
  requires 10 <= x;
  ensures y == x - 10;

procedure Caller(x: int) returns (y: int)
  ensures y == x - 10;
{
  call y := Callee(x);
//^^^^^^^^^^^^^^^^^^^^ precondition
}
