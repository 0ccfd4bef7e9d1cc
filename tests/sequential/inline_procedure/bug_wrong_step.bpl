// The inlined body adds one too many.
// Both callers' facts are off: the assertion by one, and the postcondition by two.

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
