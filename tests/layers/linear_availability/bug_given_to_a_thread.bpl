// A permission that a new thread has is not the creator's any more.

yield procedure {:layer 1} Worker({:linear_in} p: One int);

yield procedure {:layer 1} Main({:linear_in} p: One int)
{
  while (*)
  {
    async call Worker(p);
//                    ^ linear-unavailable
  }
}
