// lib: base
// Without permissions, two values may be the same.

procedure Different({:linear} p: One int, q: One int)
{
  assert p != q;
//^^^^^^^^^^^^^^ assertion
}
