// The two persons may be the same one.
// Then booking one books the other.

type Person;
type Day;

procedure Book(idle: [Person, Day, int]bool, p: Person, q: Person, d: Day, h: int) returns (f: [Person, Day, int]bool)
  requires idle[p, d, h] && idle[q, d, h];
  ensures !f[p, d, h];
  ensures f[q, d, h];
//^^^^^^^^^^^^^^^^^^^ postcondition
  ensures (forall e: Day, k: int :: {f[p, e, k]} e != d || k != h ==> (f[p, e, k] <==> idle[p, e, k]));
{
  f := idle;
  f[p, d, h] := false;
}
