// The caller expects its permission back, the callee has given it away.

yield procedure {:layer 1} Keep({:linear_in} p: One int);

yield procedure {:layer 1} Borrow({:linear} p: One int)
{
  call Keep(p); }
//              ^ linear-result
