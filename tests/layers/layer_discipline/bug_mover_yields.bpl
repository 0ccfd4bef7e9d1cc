// A mover procedure is one step; it cannot yield at its own layer.

yield invariant {:layer 1} Anything();

yield left procedure {:layer 1} Step()
{
  call Anything();
//^^^^^^^^^^^^^^^ layers
}
