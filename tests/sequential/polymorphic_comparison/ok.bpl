// A polymorphic function that compares with a number tells the types apart.
function IsThree<a>(x: a): bool { x == 3 }

procedure P(x: bool)
{
  assert !IsThree(x);
  assert IsThree(3);
}
