// A `where` clause of a shared variable would be believed after every yield, though nobody keeps it.

var {:layer 0, 1} x: int where x > 0;
//                             ^^^^^ unsupported

yield procedure {:layer 1} Main()
{
}
