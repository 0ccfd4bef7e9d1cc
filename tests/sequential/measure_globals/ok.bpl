// The measure of a recursive procedure may speak of global variables.
// It is compared with its value at the start of the calling procedure.

var fuel: int;

procedure Burn()
  requires 0 <= fuel;
  modifies fuel;
  ensures 0 <= fuel && fuel <= old(fuel);
  measure fuel;
{
  if (0 < fuel) {
    fuel := fuel - 1;
    call Burn();
    if (0 < fuel) {
      call Burn();  // again
    }
  }
}
