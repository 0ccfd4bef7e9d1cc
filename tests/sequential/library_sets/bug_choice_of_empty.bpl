// lib: base
// Nothing is known of the member chosen from a set that may be empty.

procedure Pick(a: [int]bool) returns (x: int)
{
  x := Choice(a);
  assert Set_Contains(a, x);
//^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
