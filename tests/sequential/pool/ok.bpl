// Facts about the message before this one and the one after it. No trigger of the solver's own finds the instances, so
// the statements say at which values the quantifiers are needed.

datatype Slot { Slot(index: int) }

function Sent(t: int): bool;
function Acked(t: int): bool;
function Carries(t: int, v: int): bool;

var clock: int;

// A statement offers a value.
procedure Acknowledged(n: int)
{
  assume (forall {:pool "Time"} t: int :: Sent(t - 1) ==> Acked(t + 1));
  assert {:add_to_pool "Time", n + 1} Sent(n) ==> Acked(n + 2);
  assert (forall t: int :: {:add_to_pool "Time", t + 1} Sent(t) ==> Acked(t + 2));
}

// What exists has a name, and may be offered.
procedure SomethingWasSent()
{
  assume (exists t: int :: {:add_to_pool "Time", t + 1} Sent(t));
  assert (exists {:pool "Time"} t: int :: Sent(t - 1));
}

procedure NothingWasSent()
{
  assume !(exists {:pool "Time"} t: int :: Sent(t - 1));
  assume (exists t: int :: {:add_to_pool "Time", t + 1} Sent(t));
  assert false;
}

// Both variables need a value, each from its own pool.
procedure TwoPools(n: int)
{
  assume (forall {:pool "Time"} t: int, {:pool "Value"} v: int :: Carries(t - 1, v + 1) ==> Sent(t - 1));
  assert {:add_to_pool "Time", n + 1} {:add_to_pool "Value", 6} Carries(n, 7) ==> Sent(n);
}

// An instance may have quantifiers that take values, and existential facts that offer them.
procedure Alternation()
{
  assume (forall {:pool "Time"} t: int :: (exists v: int :: {:add_to_pool "Value", v + 1} Carries(t - 1, v)));
  assert (forall t: int :: {:add_to_pool "Time", t + 1} (exists {:pool "Value"} v: int :: Carries(t, v - 1)));
}

// Quantifiers under connectives, in a branch, behind a let.
procedure Connectives(a: bool, b: bool)
{
  assume a ==> b || (var all := (forall {:pool "Time"} t: int :: Sent(t - 1)); all);
  assume if a then (forall {:pool "Time"} t: int :: Acked(t - 1)) else true;
  if (a && !b) {
    assert {:add_to_pool "Time", 1} Sent(0);
    assert !(exists t: int :: {:add_to_pool "Time", t + 1} !Acked(t));
  }
}

// Offers of clauses, of invariants, of calls, and of values that variables had before.
procedure Tick()
  requires {:add_to_pool "Time", clock - 1} (forall {:pool "Time"} t: int :: t <= clock ==> Sent(t - 1));
  modifies clock;
  ensures clock == old(clock) + 1;
  ensures clock == 9 ==> Sent(6);
  ensures {:add_to_pool "Time", old(clock)} clock == 8 ==> Sent(6);
{
  clock := clock + 1;
}

procedure Ticks(n: int)
  requires (forall {:pool "Time"} t: int :: Sent(t - 1));
  modifies clock;
{
  var i: int;
  i := 0;
  while (i < n)
    invariant {:add_to_pool "Time", clock + 1} Sent(clock);
  {
    call {:add_to_pool "Time", clock + 5} Tick();
    assert Sent(clock + 3);
    i := i + 1;
  }
  assert Sent(clock);
}

// A map given by a lambda is known at the values offered.
procedure NoneHeld(low: int, high: int)
{
  var held: [Slot]bool;
  held := (lambda {:pool "Slot"} s: Slot :: low < s->index && s->index <= high);
  assume (forall s: Slot :: !held[s]);
  assert {:add_to_pool "Slot", Slot(high)} high <= low;
}

function {:inline} Below<T>(bound: [T]int, n: int): [T]bool
{
  (var m := n + 1; (lambda {:pool "Bound"} x: T :: bound[x] < m))
}

procedure Generic<T>(bound: [T]int, x: T)
{
  var below: [T]bool;
  below := Below(bound, 3);
  assume (forall y: T :: !below[y]);
  assume {:add_to_pool "Bound", x} true;
  assert 3 < bound[x];
}

// Two quantifiers of one pool at two types take the values of their own type.
procedure TwoTypes()
{
  assume (forall {:pool "Any"} t: int :: Sent(t - 1));
  assume (forall {:pool "Any"} x: Slot :: Sent(x->index - 1) ==> Acked(x->index + 1));
  assert {:add_to_pool "Any", Slot(3), 3} Acked(4);
}
