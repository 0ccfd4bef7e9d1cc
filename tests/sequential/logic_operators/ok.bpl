// Precedence and grouping of the logical operators.
// ==> groups to the right, <== to the left; <==> binds least of all.

procedure Laws(a: bool, b: bool, c: bool)
{
  assert (a ==> b ==> c) == (a ==> (b ==> c));
  assert (a <== b <== c) == ((a <== b) <== c);
  assert (a ==> b <==> !a || b);
  assert (a <==> b <==> c) == ((a <==> b) <==> c);
  assert !a && b ==> b;
  assert a && b && c ==> (a || b) && (b || c);
  assert (a != b) <==> (a || b) && !(a && b);
  assert 1 + 2 * 3 == 7 && 10 - 3 - 2 == 5 && -2 + 3 == 1;
}
