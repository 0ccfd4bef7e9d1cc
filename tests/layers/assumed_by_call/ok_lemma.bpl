// A lemma without a body that some world satisfies is believed, with a note.

function f(n: int): int;

pure procedure Grows(n: int);
requires n > 0;
ensures f(n) > n;

pure procedure Root(n: int) returns (r: int);
requires n >= 0;
ensures 0 <= r && r <= n;

var {:layer 0, 1} x: int;

yield procedure {:layer 1} Main(n: int)
{
  var {:layer 1} r: int;
  if (n > 0) {
    call {:layer 1} Grows(n);
    call {:layer 1} r := Root(n);
    assert {:layer 1} f(n) > r;
  }
}
