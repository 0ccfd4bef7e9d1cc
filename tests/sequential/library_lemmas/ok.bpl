// lib: base
// Procedures of the base library that help with proofs: vectors equal by their elements, copies, and assumptions.

procedure SameElements<T>(v: Vec T, w: Vec T)
  requires Vec_Len(v) == Vec_Len(w);
  requires (forall i: int :: {Vec_Nth(v, i)} Vec_Contains(v, i) ==> Vec_Nth(v, i) == Vec_Nth(w, i));
{
  var i: int;
  call i := Vec_Ext(v, w);
  assert Vec_Nth(v, i) == Vec_Nth(w, i);
  assert v == w;
}

procedure Snapshot(a: [int]int) returns (b: [int]int)
  ensures b == a[0 := 1];
{
  var before: [int]int;
  call before := Copy(a);
  b := before[0 := 1];
  assert (forall i: int :: i != 0 ==> b[i] == before[i]);
}

procedure Trust(x: int) returns (y: int)
  ensures y > 0;
{
  call Assume(x > 0);
  y := x;
}
