// The second call has nothing to give.

yield procedure {:layer 1} Keep({:linear_in} p: One int);

yield procedure {:layer 1} Main({:linear_in} p: One int)
{
  call Keep(p);
  call Keep(p);
//          ^ linear-unavailable
}
