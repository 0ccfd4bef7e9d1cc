// Procedures with type parameters, used at several types.
// Their bodies are checked once for all types.

procedure Swap<T>(m: [int]T, i: int, j: int) returns (n: [int]T)
  ensures n[i] == m[j] && n[j] == m[i];
  ensures (forall k: int :: {n[k]} k != i && k != j ==> n[k] == m[k]);
{
  var t: T;

  n := m;
  t := n[i];
  n[i] := n[j];
  n[j] := t;
}

procedure Choose<A, B>(c: bool, x: A, y: B) returns (a: A, b: B)
  ensures c ==> a == x;
  ensures !c ==> b == y;
{
  if (c) {
    a := x;
  } else {
    b := y;
  }
}

procedure Client(f: [int]bool, m: [int]int)
  requires f[0] && !f[1];
{
  var g: [int]bool;
  var n: [int]int;
  var x: int;
  var y: bool;

  call g := Swap(f, 0, 1);
  assert g[1] && !g[0];
  call n := Swap(m, 2, 2);
  assert n[2] == m[2];
  call x, y := Choose(true, 5, false);
  assert x == 5;
}
