// Wrong: T may be int, and then x may be z.
type Ref a;
var H: <a>[Ref a]a;

procedure {:inline 1} Put<S>(x: Ref S, v: S)
  modifies H;
{
  H[x] := v;
}

procedure P<T>(x: Ref T, v: T, z: Ref int)
  modifies H;
  ensures H[z] == old(H)[z];
//^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  call Put(x, v);
}
