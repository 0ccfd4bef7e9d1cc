// Giving moves left and taking moves right: whoever takes can do so later, when there are not fewer permits.

var {:layer 0, 1} permits: int;

left action {:layer 1} Give()
modifies permits;
{
  permits := permits + 1;
}

right action {:layer 1} Take()
modifies permits;
{
  assume permits > 0;
  permits := permits - 1;
}
