// The body starts with a right mover, so the procedure is no left mover.

var {:layer 0, 1} lock: Option int;

yield procedure {:layer 0} Acquire({:linear} me: One int);
refines right action {:layer 1} _
{
  assume lock == None();
  lock := Some(me->val);
}

yield left procedure {:layer 1} Enter({:linear} me: One int)
modifies lock;
{
  call Acquire(me);
//^^^^^^^^^^^^^^^^^ mover-procedure
}
