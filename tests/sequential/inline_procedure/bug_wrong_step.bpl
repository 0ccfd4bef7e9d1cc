// The inlined body adds one too many.
// The assertion is never true then, so no run reaches the postcondition.

var counter: int;

procedure {:inline 1} Increment(by: int) returns (before: int)
  modifies counter;
{
  before := counter;
  counter := counter + by + 1;
}

procedure Twice()
  modifies counter;
  ensures counter == old(counter) + 5;
{
  var first, second: int;

  call first := Increment(2);
  call second := Increment(3);
  assert second == first + 2;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
