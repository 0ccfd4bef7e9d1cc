// A precondition that contradicts the where clause of a global variable.
// The second procedure asks for the end of the allowed range.

var level: int where 0 <= level && level <= 100;

procedure Empty()
//        ^^^^^ vacuous
  requires level < 0;
{
  assert false;
}

procedure AtTheEnd()
  requires level <= 0;
{
  assert level == 0;
}
