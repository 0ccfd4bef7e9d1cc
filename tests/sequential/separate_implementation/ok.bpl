// The contract in one place, the implementation in another, with parameter names of its own.
// The names in the contract and in the body are matched by position.

var total: int;

procedure Add(amount: int) returns (result: int);
  requires 0 <= amount;
  modifies total;
  ensures total == old(total) + amount;
  ensures result == total;

procedure Client()
  requires total == 10;
  modifies total;
{
  var r: int;
  call r := Add(5);
  assert r == 15;
}

implementation Add(delta: int) returns (sum: int)
{
  assert 0 <= delta;
  total := total + delta;
  sum := total;
}
