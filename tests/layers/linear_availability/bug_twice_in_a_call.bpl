// The two arms would hold the same permission.

yield procedure {:layer 1} Borrow({:linear} p: One int);

yield procedure {:layer 1} Main({:linear} p: One int)
{
  call Borrow(p) | Borrow(p);
//                        ^ linear-argument
}
