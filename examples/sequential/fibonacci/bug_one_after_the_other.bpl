// The two variables are updated one after the other, so the second sees the new value of the first.
// The sequence becomes 0, 1, 2, 4, 8.

function Fib(n: int): int;
axiom Fib(0) == 0;
axiom Fib(1) == 1;
axiom (forall n: int :: {Fib(n)} 2 <= n ==> Fib(n) == Fib(n - 1) + Fib(n - 2));

procedure Fibonacci(n: int) returns (a: int)
  requires 0 <= n;
  ensures a == Fib(n);
{
  var b, k: int;

  a, b, k := 0, 1, 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant a == Fib(k);
    invariant b == Fib(k + 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure n - k;
  {
    // Both right-hand sides are evaluated before either variable changes.
    a := b;
    b := a + b;
    k := k + 1;
  }
}

// Answers that were given before; -1 where there is none.
var cache: [int]int;

procedure CachedFibonacci(n: int) returns (f: int)
  requires 0 <= n;
  requires (forall i: int :: {cache[i]} 0 <= cache[i] ==> cache[i] == Fib(i));
  modifies cache;
  ensures (forall i: int :: {cache[i]} 0 <= cache[i] ==> cache[i] == Fib(i));
  ensures f == Fib(n);
{
  f := cache[n];
  if (f < 0) {
    call f := Fibonacci(n);
    cache[n] := f;
  }
}
