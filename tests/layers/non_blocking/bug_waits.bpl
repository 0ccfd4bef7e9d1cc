// A left mover that waits: a transaction that has been seen by others might never end.

var {:layer 0, 1} stock: int;

left action {:layer 1} Check()
//                     ^^^^^ non-blocking
{
  assume stock > 0;
}
