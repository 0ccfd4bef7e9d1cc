// {:inline 1} puts the body of a procedure in place of the call.
// So the caller sees what the body does, although the contract says nothing.

var counter: int;

procedure {:inline 1} Increment(by: int) returns (before: int)
  modifies counter;
{
  before := counter;
  counter := counter + by;
}

procedure Twice()
  modifies counter;
  ensures counter == old(counter) + 5;
{
  var first, second: int;

  call first := Increment(2);
  call second := Increment(3);
  assert second == first + 2;
}
