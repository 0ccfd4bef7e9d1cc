// A borrowed map stays as it is; only the caller may change it.

yield procedure {:layer 1} Add({:linear} m: UnitMap (One int), {:linear_in} p: One int)
{
  call One_Put(m, p);
//             ^ linear-change
}
