// An expression alone is not a statement.
// After the name there must be an assignment or a colon.

procedure P(x: int)
{
  x + 1;
//  ^^^ syntax
}
