// A left mover that waits for what another action does.

var {:layer 0, 1} permits: int;

left action {:layer 1} Give()
//                     ^^^^ commutativity
modifies permits;
{
  permits := permits + 1;
}

left action {:layer 1} Take()
//                     ^^^^ non-blocking
modifies permits;
{
  assume permits > 0;
  permits := permits - 1;
}
