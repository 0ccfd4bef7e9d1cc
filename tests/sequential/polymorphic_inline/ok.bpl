// A polymorphic procedure that inlines another: it may be called at the type of any other reference.
type Ref a;
var H: <a>[Ref a]a;

procedure {:inline 1} Put<S>(x: Ref S, v: S)
  modifies H;
{
  H[x] := v;
}

procedure P<T>(x: Ref T, v: T, z: Ref T)
  requires x != z;
  modifies H;
  ensures H[z] == old(H)[z];
{
  call Put(x, v);
}
