// At which layers is this to hold?

yield procedure {:layer 2} Main(n: int)
{
  assert n == n;
//^^^^^^^^^^^^^^ layers
}
