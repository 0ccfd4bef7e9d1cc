// lib: base
// At the loop head `p` may have given its permission to `q`.

procedure Loop({:linear_in} p: One int)
{
  var q: One int;
  while (*)
  {
    assert p != q;
//  ^^^^^^^^^^^^^^ assertion
    q := p;
  }
}
