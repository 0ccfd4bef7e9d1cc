// The coffee can: draw two beans; two equal ones are replaced by a black bean, two different ones by the white one.
// The colour of the last bean is decided by the parity of the white beans, whatever is drawn.

procedure CoffeeCan(black0: int, white0: int) returns (black: int, white: int)
  requires 0 <= black0 && 0 <= white0 && 1 <= black0 + white0;
  ensures black + white == 1;
  ensures white == white0 mod 2;
{
  black, white := black0, white0;
  while (1 < black + white)
    invariant 0 <= black && 0 <= white && 1 <= black + white;
    // The only thing that no draw changes.
    invariant white mod 2 == white0 mod 2;
    measure black + white;
  {
    // The star is a free choice: all three draws are checked.
    // An assume restricts a draw to the cans in which it is possible.
    if (*) {
      assume 2 <= black;
      black := black - 1;
    } else if (*) {
      assume 2 <= white;
      black, white := black + 1, white - 2;
    } else {
      assume 1 <= black && 1 <= white;
      black := black - 1;
    }
  }
}
