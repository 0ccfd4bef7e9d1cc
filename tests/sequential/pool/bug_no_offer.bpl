// The quantifiers are the same, but nobody offers the values at which they are needed, or another pool gets them, or a
// value of another type.

datatype Slot { Slot(index: int) }

function Sent(t: int): bool;
function Acked(t: int): bool;

procedure Acknowledged(n: int)
{
  assume (forall {:pool "Time"} t: int :: Sent(t - 1) ==> Acked(t + 1));
  assume {:add_to_pool "Time", n, n + 2} true;
  assert {:add_to_pool "Other", n + 1} {:add_to_pool n + 1} {:add_to_pool} Sent(n) ==> Acked(n + 2);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

procedure OtherType(s: Slot)
{
  assume (forall {:pool "Time"} t: int :: Sent(t - 1));
  assert {:add_to_pool "Time", s} Sent(s->index);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

procedure OneVariableWithoutPool(n: int)
{
  assume (forall {:pool "Time"} t: int, u: int :: Sent(t - 1) ==> Acked(u - 1));
  assert {:add_to_pool "Time", n + 1} Sent(n) ==> Acked(n);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
