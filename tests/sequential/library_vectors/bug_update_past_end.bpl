// lib: base
// Updating the place after the last element is not appending: it changes nothing.

procedure Extend(v: Vec int, x: int) returns (w: Vec int)
  ensures Vec_Len(w) == Vec_Len(v) + 1;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  w := Vec_Update(v, Vec_Len(v), x);
}
