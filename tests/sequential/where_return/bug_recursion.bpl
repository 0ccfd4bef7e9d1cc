// The range of the result is believed of the recursive call alone.

procedure Down(n: int) returns (r: int where r >= 0)
//        ^^^^ where
  requires n >= 0;
{
  if (n == 0) {
    r := -1;
    return;
  }
  call r := Down(n - 1);
  assert r >= 0;
}
