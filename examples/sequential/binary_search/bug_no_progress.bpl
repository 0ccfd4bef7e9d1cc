// The lower end stays at `mid`: with two elements left, the loop runs for ever.
// Every invariant holds, and only the measure shows the mistake.

procedure BinarySearch(a: [int]int, n: int, key: int) returns (index: int)
  requires 0 <= n;
  // The array is sorted. The trigger {a[i], a[j]} tells the solver when to use the fact.
  requires (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j < n ==> a[i] <= a[j]);
  ensures -1 <= index && index < n;
  ensures 0 <= index ==> a[index] == key;
  ensures index < 0 ==> (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] != key);
{
  var low, high, mid: int;

  low, high := 0, n;
  while (low < high)
    invariant 0 <= low && low <= high && high <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < low ==> a[i] < key);
    invariant (forall i: int :: {a[i]} high <= i && i < n ==> key < a[i]);
    // Not negative, and smaller after every iteration.
    measure high - low;
//  ^^^^^^^^^^^^^^^^^^^ measure
  {
    mid := low + (high - low) div 2;
    if (a[mid] < key) {
      low := mid;
    } else if (key < a[mid]) {
      high := mid;
    } else {
      index := mid;
      return;
    }
  }
  index := -1;
}
