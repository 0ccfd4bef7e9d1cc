// The fuel goes down only after the call.
// At the first call it is as large as at the start, always.

var fuel: int;

procedure Burn()
  requires 0 <= fuel;
  modifies fuel;
  ensures 0 <= fuel && fuel <= old(fuel);
  measure fuel;
{
  if (0 < fuel) {
    call Burn();
//  ^^^^^^^^^^^^ measure
    if (0 < fuel) {
      call Burn();  // again
    }
  }
}
