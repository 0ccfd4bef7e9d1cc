// lib: base
// What was given away may come back in another variable.

procedure Keep({:linear_in} p: One int);

procedure Make() returns ({:linear} p: One int);

procedure Again({:linear_in} p: One int)
{
  var q: One int;
  call Keep(p);
  call q := Make();
  assert p != q;
//^^^^^^^^^^^^^^ assertion
}
