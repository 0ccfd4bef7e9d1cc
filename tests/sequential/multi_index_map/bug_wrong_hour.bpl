// The hour after the wanted one is booked.
// The wanted one is still free, whatever the hour.

type Person;
type Day;

procedure Book(idle: [Person, Day, int]bool, p: Person, q: Person, d: Day, h: int) returns (f: [Person, Day, int]bool)
  requires p != q;
  requires idle[p, d, h] && idle[q, d, h];
  ensures !f[p, d, h];
//^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures f[q, d, h];
  ensures (forall e: Day, k: int :: {f[p, e, k]} e != d || k != h ==> (f[p, e, k] <==> idle[p, e, k]));
{
  f := idle;
  f[p, d, h + 1] := false;
}
