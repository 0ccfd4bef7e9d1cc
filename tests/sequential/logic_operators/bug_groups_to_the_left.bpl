// The implication is grouped to the left.
// With everything false, the left side is true and the right side is false.

procedure Laws(a: bool, b: bool, c: bool)
{
  assert (a ==> b ==> c) == ((a ==> b) ==> c);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert (a <== b <== c) == ((a <== b) <== c);
  assert (a ==> b <==> !a || b);
  assert (a <==> b <==> c) == ((a <==> b) <==> c);
  assert !a && b ==> b;
  assert a && b && c ==> (a || b) && (b || c);
  assert (a != b) <==> (a || b) && !(a && b);
  assert 1 + 2 * 3 == 7 && 10 - 3 - 2 == 5 && -2 + 3 == 1;
}
