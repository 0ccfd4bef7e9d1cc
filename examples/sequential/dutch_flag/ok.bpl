// The Dutch national flag: reds to the left, whites in the middle, blues to the right, in one pass.
// Shows an enumeration as a datatype and a swap written as two map updates.

datatype Color { Red(), White(), Blue() }

procedure Flag(input: [int]Color, n: int) returns (a: [int]Color, white: int, blue: int)
  requires 0 <= n;
  ensures 0 <= white && white <= blue && blue <= n;
  ensures (forall i: int :: {a[i]} 0 <= i && i < white ==> a[i] == Red());
  ensures (forall i: int :: {a[i]} white <= i && i < blue ==> a[i] == White());
  ensures (forall i: int :: {a[i]} blue <= i && i < n ==> a[i] == Blue());
{
  var next: int;

  a := input;
  white, next, blue := 0, 0, n;
  //   0        white      next       blue      n
  //   |  red   |  white   |  unseen  |  blue   |
  while (next < blue)
    invariant 0 <= white && white <= next && next <= blue && blue <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < white ==> a[i] == Red());
    invariant (forall i: int :: {a[i]} white <= i && i < next ==> a[i] == White());
    invariant (forall i: int :: {a[i]} blue <= i && i < n ==> a[i] == Blue());
    measure blue - next;
  {
    if (a[next] is Red) {
      a := a[white := a[next]][next := a[white]];
      white, next := white + 1, next + 1;
    } else if (a[next] is White) {
      next := next + 1;
    } else {
      blue := blue - 1;
      a := a[blue := a[next]][next := a[blue]];
    }
  }
}
