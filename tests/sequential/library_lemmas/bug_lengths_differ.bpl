// lib: base
// Vectors that agree at all places of the first need not be equal: the second may be longer.

procedure SameElements<T>(v: Vec T, w: Vec T)
  requires (forall i: int :: {Vec_Nth(v, i)} Vec_Contains(v, i) ==> Vec_Nth(v, i) == Vec_Nth(w, i));
{
  var i: int;
  call i := Vec_Ext(v, w);
  assert v == w;
//^^^^^^^^^^^^^ assertion
}
