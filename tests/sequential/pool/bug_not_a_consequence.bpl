// What pools bring are consequences and names, not new facts. Each of these claims is wrong, however much is offered.

function Sent(t: int): bool;
function Acked(t: int): bool;
function Carries(t: int, v: int): bool;

var clock: int;

// Two messages exist: one was sent, and one was acknowledged. They need not be the same.
procedure OneWitnessForTwo()
{
  assume (exists t: int :: {:add_to_pool "Time", t} Sent(t));
  assume (exists t: int :: {:add_to_pool "Time", t} Acked(t));
  assert (exists {:pool "Time"} t: int :: {:add_to_pool "Time", t} Sent(t) && Acked(t));
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

// The same words in another state speak of another message.
procedure OneWitnessForTwoStates()
  modifies clock;
{
  var before: int;
  before := clock;
  assume (exists {:pool "Time"} t: int :: {:add_to_pool "Time", t} Carries(t, clock));
  havoc clock;
  assume (exists {:pool "Time"} t: int :: {:add_to_pool "Time", t} Carries(t, clock));
  assert (exists {:pool "Time"} t: int :: Carries(t, before) && Carries(t, clock));
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

// For each there is one, which does not make one for each.
procedure Exchanged()
{
  assume (forall {:pool "T"} t: int :: {:add_to_pool "T", t} (exists {:pool "V"} v: int :: {:add_to_pool "V", v} Carries(t, v)));
  assert (exists {:pool "V"} v: int :: {:add_to_pool "V", v} (forall {:pool "T"} t: int :: {:add_to_pool "T", t} Carries(t, v)));
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

// Where a quantifier stands on both sides, its witness may not be taken for granted.
procedure BothSides(b: bool, c: bool)
{
  assume {:add_to_pool "Time", 0} b <==> (exists {:pool "Time"} t: int :: {:add_to_pool "Time", t} Sent(t));
  assume c <==> (forall {:pool "Time"} t: int :: {:add_to_pool "Time", t} Sent(t));
  if (*) {
    assert b;
//  ^^^^^^^^^ assertion
  } else if (*) {
    assert !b;
//  ^^^^^^^^^^ assertion
  } else if (*) {
    assert c;
//  ^^^^^^^^^ assertion
  } else {
    assert !c || b;
    assert !c;
//  ^^^^^^^^^^ assertion
  }
}

// Shown for one value, not for all; and a condition that is an alternative is not a fact.
procedure Alternative(a: bool, n: int)
{
  assume a || (forall {:pool "Time"} t: int :: Sent(t));
  assume (if a then (exists t: int :: {:add_to_pool "Time", t} Acked(t)) else (exists t: int :: {:add_to_pool "Time", t} !Acked(t)));
  if (*) {
    assert {:add_to_pool "Time", n} Sent(n);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  } else if (*) {
    assert a ==> (forall t: int :: {:add_to_pool "Time", t} Acked(t));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  } else {
    assert (exists {:pool "Time"} t: int :: Acked(t)) ==> a;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  }
}

// An instance in which values meet bound variables of the same name.
procedure Names(m: [int]int)
{
  var n: [int]int;
  n := (lambda {:pool "Index"} i: int :: m[i] + 1);
  assume (forall {:pool "Map"} f: [int]int :: (forall {:pool "Index"} i: int :: (lambda {:pool "Index"} j: int :: f[i] + j)[i] == f[i] + i));
  assert {:add_to_pool "Map", (lambda i: int :: n[i])} {:add_to_pool "Index", 0, n[0]} n[0] == m[0];
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
