// `==>` and `<==` in one chain without parentheses.
// One groups to the right, the other to the left.

procedure P(a: bool, b: bool, c: bool)
{
  assert a ==> b <== c;
//               ^^^^^ syntax
}
