// Nothing says that the array is sorted.
// So an element below `mid` may be as large as the key, and one above it as small.

procedure BinarySearch(a: [int]int, n: int, key: int) returns (index: int)
  requires 0 <= n;
  ensures -1 <= index && index < n;
  ensures 0 <= index ==> a[index] == key;
  ensures index < 0 ==> (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] != key);
{
  var low, high, mid: int;

  low, high := 0, n;
  while (low < high)
    invariant 0 <= low && low <= high && high <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < low ==> a[i] < key);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant (forall i: int :: {a[i]} high <= i && i < n ==> key < a[i]);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    // Not negative, and smaller after every iteration.
    measure high - low;
  {
    mid := low + (high - low) div 2;
    if (a[mid] < key) {
      low := mid + 1;
    } else if (key < a[mid]) {
      high := mid;
    } else {
      index := mid;
      return;
    }
  }
  index := -1;
}
