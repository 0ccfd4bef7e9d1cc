// A call of a procedure that modifies more than its caller may.
// What the called procedure modifies, the caller modifies.

var g: int;

procedure Q();
  modifies g;

procedure P()
{
  call Q();
//^^^^^^^^^ type
}
