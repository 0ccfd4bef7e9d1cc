// The shortest contradiction.

yield invariant {:layer 1} Nowhere();
//                         ^^^^^^^ vacuous
preserves false;

yield procedure {:layer 1} P()
requires call Nowhere();
{
  assert {:layer 1} false;
}
