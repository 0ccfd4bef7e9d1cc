// Others change the variable while the loop yields; only a yield invariant can speak of it.

var {:layer 0, 1} x: int;

yield procedure {:layer 1} Main()
{
  while (*)
  invariant {:yields} true;
  invariant {:layer 1} x > 0;
//                     ^ layers
  {
  }
}
