// Without the attribute, the call is known by its contract alone, which is empty.
// Nothing is known about the results or the counter.

var counter: int;

procedure Increment(by: int) returns (before: int)
  modifies counter;
{
  before := counter;
  counter := counter + by;
}

procedure Twice()
  modifies counter;
  ensures counter == old(counter) + 5;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  var first, second: int;

  call first := Increment(2);
  call second := Increment(3);
  assert second == first + 2;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
