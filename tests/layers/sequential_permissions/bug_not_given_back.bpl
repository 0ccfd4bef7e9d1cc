// lib: base
// The permission of a linear parameter is still there at the return.

procedure Keep({:linear_in} p: One int);

procedure Lend({:linear} p: One int)
{
  call Keep(p); }
//              ^ linear-result
