// When two different beans are drawn, the black one goes back instead of the white one.
// That changes the parity of the white beans.

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
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
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
      white := white - 1;
    }
  }
}
