// After the branch the permission may be gone.

yield procedure {:layer 1} Borrow({:linear} p: One int);

yield procedure {:layer 1} Keep({:linear_in} p: One int);

yield procedure {:layer 1} Main({:linear_in} p: One int, b: bool)
{
  if (b) {
    call Keep(p);
  }
  call Borrow(p);
//            ^ linear-unavailable
}
