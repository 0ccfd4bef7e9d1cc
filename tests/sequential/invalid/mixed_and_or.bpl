// `&&` and `||` next to each other without parentheses.
// Neither binds tighter than the other.

procedure P(a: bool, b: bool, c: bool)
{
  assert a && b || c;
//              ^^^^ syntax
}
