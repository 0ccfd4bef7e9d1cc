// Whoever can write down a number would have the permission for it.

yield procedure {:layer 1} Borrow({:linear} p: One int);

yield procedure {:layer 1} Main()
{
  var p: One int;
  p := One(7);
  call Borrow(p);
//            ^ linear-unavailable
}
