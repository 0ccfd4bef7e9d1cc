// Pouring does not stop when the other jug is full.
// Both bounds break.

procedure {:inline 1} Pour(from: int, to: int, capacity: int) returns (from': int, to': int)
{
  var amount: int;

  amount := from;
  from', to' := from - amount, to + amount;
}

procedure Any()
{
  var small, large: int;

  small, large := 0, 0;
  while (*)
    invariant 0 <= small && small <= 3;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant 0 <= large && large <= 5;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
  {
    if (*) {
      small := 3;
    } else if (*) {
      large := 5;
    } else if (*) {
      small := 0;
    } else if (*) {
      large := 0;
    } else if (*) {
      call small, large := Pour(small, large, 5);
    } else {
      call large, small := Pour(large, small, 3);
    }
  }
}

procedure Four()
{
  var small, large: int;

  small, large := 0, 5;
  call large, small := Pour(large, small, 3);
  small := 0;
  call large, small := Pour(large, small, 3);
  large := 5;
  call large, small := Pour(large, small, 3);
  assert large == 4;
//^^^^^^^^^^^^^^^^^^ assertion
}
