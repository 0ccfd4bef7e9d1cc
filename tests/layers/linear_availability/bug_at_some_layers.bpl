// At layer 0 the call does not happen, so the variable holds nothing there.

yield procedure {:layer 1} Main({:linear_in} p: One int)
{
  var {:layer 0, 1} q: One int;
  call {:layer 1} Move(p, q);
//                        ^ linear-layers
}
