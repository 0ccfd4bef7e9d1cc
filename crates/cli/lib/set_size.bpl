// The number of members of a set. Needs the library `base`.
//
// A set of integers, say, may be infinite, and no integer is its size: if removing a member always took one off a
// size that is never negative, removing members of an infinite set one after the other would prove anything. So two
// facts are told of finite sets only: sizes are not negative, and a proper subset has fewer members.
//
// The equations hold of all sets, and are consistent: the counting of finite sets extends to an integer for every set
// such that disjoint unions add up, though some infinite sets then get negative numbers. (The bounded integer
// functions on a set are a free group, and stay one modulo those that are zero almost everywhere: Nöbeling 1968. So
// the sum of the latter extends to all of them.)

function Set_Size<T>(a: [T]bool): int;

// Whether the set is finite.
function Set_IsFinite<T>(a: [T]bool): bool;

// Consistent: so it is when counting.
axiom (forall<T> a: [T]bool :: {Set_Size(a)} Set_IsFinite(a) ==> 0 <= Set_Size(a));

// Consistent: the extension is additive, and additive functions are zero here.
axiom (forall<T> :: Set_Size(Set_Empty(): [T]bool) == 0);

// Consistent: a set and a new member are disjoint, and one member counts one.
axiom (forall<T> a: [T]bool, t: T :: {Set_Add(a, t)}
  Set_Size(Set_Add(a, t)) == Set_Size(a) + (if Set_Contains(a, t) then 0 else 1));

// Consistent: the same, read backwards.
axiom (forall<T> a: [T]bool, t: T :: {Set_Remove(a, t)}
  Set_Size(Set_Remove(a, t)) == Set_Size(a) - (if Set_Contains(a, t) then 1 else 0));

// Consistent: `a` is the disjoint union of the two. Only differences set this off: a difference is itself an
// intersection, with a complement, and would set it off again and again.
axiom (forall<T> a: [T]bool, b: [T]bool :: {Set_Size(Set_Difference(a, b))}
  Set_Size(Set_Difference(a, b)) + Set_Size(Set_Intersection(a, b)) == Set_Size(a));

// Consistent: so it is when counting. This is what intersections say instead.
axiom (forall<T> a: [T]bool, b: [T]bool :: {Set_Size(Set_Intersection(a, b))}
  (Set_IsFinite(a) ==> Set_Size(Set_Intersection(a, b)) <= Set_Size(a)) &&
  (Set_IsFinite(b) ==> Set_Size(Set_Intersection(a, b)) <= Set_Size(b)));

// Consistent: both sides count the common members twice and all others once.
axiom (forall<T> a: [T]bool, b: [T]bool :: {Set_Size(Set_Union(a, b))} {Set_Size(Set_Intersection(a, b))}
  Set_Size(a) + Set_Size(b) == Set_Size(Set_Union(a, b)) + Set_Size(Set_Intersection(a, b)));

// Consistent: the facts of finiteness from here on are true of finite sets as such.
axiom (forall<T> :: Set_IsFinite(Set_Empty(): [T]bool));

// Consistent: one member more or less makes no infinite set finite, nor the other way round.
axiom (forall<T> a: [T]bool, t: T :: {Set_IsFinite(Set_Add(a, t))} {Set_IsFinite(a), Set_Add(a, t)}
  Set_IsFinite(Set_Add(a, t)) <==> Set_IsFinite(a));
axiom (forall<T> a: [T]bool, t: T :: {Set_IsFinite(Set_Remove(a, t))} {Set_IsFinite(a), Set_Remove(a, t)}
  Set_IsFinite(Set_Remove(a, t)) <==> Set_IsFinite(a));

// Consistent: a union is infinite just when one of its parts is.
axiom (forall<T> a: [T]bool, b: [T]bool :: {Set_IsFinite(Set_Union(a, b))} {Set_Size(Set_Union(a, b))}
  Set_IsFinite(Set_Union(a, b)) <==> Set_IsFinite(a) && Set_IsFinite(b));

// Consistent: parts of a finite set are finite.
axiom (forall<T> a: [T]bool, b: [T]bool :: {Set_IsFinite(Set_Intersection(a, b))} {Set_Size(Set_Intersection(a, b))}
  Set_IsFinite(a) || Set_IsFinite(b) ==> Set_IsFinite(Set_Intersection(a, b)));
axiom (forall<T> a: [T]bool, b: [T]bool :: {Set_IsFinite(Set_Difference(a, b))} {Set_Size(Set_Difference(a, b))}
  Set_IsFinite(a) ==> Set_IsFinite(Set_Difference(a, b)));

// Lemmas to call.

pure procedure Lemma_SetSize_Add<T>(a: [T]bool, t: T) returns (b: [T]bool);
  requires !Set_Contains(a, t);
  ensures b == Set_Add(a, t);
  ensures Set_Size(b) == Set_Size(a) + 1;

pure procedure Lemma_SetSize_Remove<T>(a: [T]bool, t: T) returns (b: [T]bool);
  requires Set_Contains(a, t);
  ensures b == Set_Remove(a, t);
  ensures Set_Size(a) == Set_Size(b) + 1;

pure procedure Lemma_SetSize_Subset<T>(a: [T]bool, b: [T]bool);
  requires Set_IsSubset(a, b);
  requires Set_IsFinite(b);
  ensures Set_IsFinite(a);
  ensures Set_Size(a) < Set_Size(b) || a == b;
