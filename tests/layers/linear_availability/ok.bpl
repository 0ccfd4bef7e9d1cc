// Permissions move: to callees and back, from one variable to another, and to a new thread for good.

yield procedure {:layer 1} Borrow({:linear} p: One int);

yield procedure {:layer 1} Keep({:linear_in} p: One int);

yield procedure {:layer 1} Exchange({:linear_in} p: One int) returns ({:linear} q: One int)
{
  q := p;
}

yield procedure {:layer 1} Main({:linear_in} p: One int, {:linear_in} q: One int)
{
  var r, s: One int;
  call Borrow(p);
  call Borrow(p) | Borrow(q);
  call r := Exchange(p);
  s, r := r, q;
  async call Keep(s);
  call Borrow(r);
}
