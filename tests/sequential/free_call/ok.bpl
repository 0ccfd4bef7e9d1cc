// A free call does not check the preconditions of the procedure it calls.
// What the procedure promises is assumed all the same.

procedure Callee(x: int) returns (y: int);
  requires 10 <= x;
  ensures y == x - 10;

procedure Caller(x: int) returns (y: int)
  ensures y == x - 10;
{
  free call y := Callee(x);
}
