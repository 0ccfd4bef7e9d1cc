// Wrong: T may be int, and x may be 3.
function IsThree<a>(x: a): bool { x == 3 }

procedure P<T>(x: T)
  ensures !IsThree(x);
//^^^^^^^^^^^^^^^^^^^^ postcondition
{
}
