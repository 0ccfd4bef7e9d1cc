// The implementation does not set its result.
// The contract, written elsewhere and with another name for it, is broken.

var total: int;

procedure Add(amount: int) returns (result: int);
  requires 0 <= amount;
  modifies total;
  ensures total == old(total) + amount;
  ensures result == total;
//^^^^^^^^^^^^^^^^^^^^^^^^ postcondition

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
}
