// Wrong: Down(1) calls Down(0), which gives -1 by its first branch; the run fails at the assertion. The range is believed of
// the result of the recursive call.

procedure Down(n: int) returns (r: int where r >= 0)
  requires n >= 0;
{
  if (n == 0) {
    r := 0 - 1;
    return;
  }
  call r := Down(n - 1);
  assert r >= 0;
}
