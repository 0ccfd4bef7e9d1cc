// lib: base
// The slice ends before its second bound, so the element at that place is not its last one.

procedure LastOfSlice(v: Vec int, j: int)
  requires 0 < j && j < Vec_Len(v);
{
  var s: Vec int;
  s := Vec_Slice(v, 0, j);
  assert Vec_Len(s) == j;
  assert Vec_Nth(s, Vec_Len(s) - 1) == Vec_Nth(v, j);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
